// The files of one language's index as they are needed: each is fetched once, checked and kept.
// Twin of ../shelf.rs.
import { Input, lowerBound, readBounds, readCases, readFacet, readPositions, readPostings, readShard, unpack } from "./decode.js";

/** @typedef {(path: string) => Promise<Uint8Array>} Fetch  gives a file under the site's root */

/**
 * @typedef {object} Entry
 * @property {string} lang
 * @property {string[]} languages
 * @property {number} cases
 * @property {number} texts
 * @property {string} directory
 * @property {string} shared
 * @property {string[]} dictionary
 * @property {string[]} reversed
 * @property {number[]} postings
 * @property {number[]} blocks
 * @property {[string, string][]} rules
 * @property {{name: string, ordered: boolean}[]} facets
 */

/**
 * Case, id, title, address, date, score in tenths, other languages, passages (field, text, fragment).
 * @typedef {[number, string, string, string, string, number | null, string[], [number, string, string?][]]} Card
 */

/**
 * The last of ascending `firsts` that does not exceed `value`; the first if all do.
 * @template {number | string} T
 * @param {T[]} firsts
 * @param {T} value
 * @returns {number}
 */
export function shardOf(firsts, value) {
  let low = 0, high = firsts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (/** @type {T} */ (firsts[middle]) <= value) low = middle + 1; else high = middle;
  }
  return Math.max(0, low - 1);
}

/** So many shards of postings have their positions in one file. */
const POSITION_GROUP = 8;

/** The index of one language. */
export class Shelf {
  /**
   * @param {Fetch} fetchFile
   * @param {Entry} entry
   */
  constructor(fetchFile, entry) {
    this.fetchFile = fetchFile;
    this.entry = entry;
    /** @type {Map<string, Promise<any>>} */
    this.kept = new Map();
    /** Cards that came with postings, by case. @type {Map<number, Card>} */
    this.best = new Map();
    /** Spellings that came with others' shards. @type {Map<string, import("./decode.js").Key>} */
    this.others = new Map();
  }

  /**
   * @param {Fetch} fetchFile
   * @param {string} lang
   * @returns {Promise<Shelf>}
   */
  static async open(fetchFile, lang) {
    const path = `search/${lang}.bin`;
    const input = await unpack(await fetchFile(path), path, "e", 0);
    return new Shelf(fetchFile, json(input));
  }

  /**
   * @template T
   * @param {string} path
   * @param {string} kind
   * @param {number} number
   * @param {(input: Input) => T} read
   * @returns {Promise<T>}
   */
  file(path, kind, number, read) {
    let kept = this.kept.get(path);
    if (!kept) {
      kept = this.fetchFile(path).then(bytes => unpack(bytes, path, kind, number)).then(read);
      this.kept.set(path, kept);
      // What could not be fetched is tried again the next time.
      kept.catch(() => this.kept.delete(path));
    }
    return kept;
  }

  /**
   * @template T
   * @param {string} kind
   * @param {number} number
   * @param {(input: Input) => T} read
   */
  own(kind, number, read) {
    return this.file(`search/${this.entry.directory}/${kind}${number}.bin`, kind, number, read);
  }

  /**
   * A shard of the dictionary; `r` of that from the end.
   * @param {"d" | "r"} kind
   * @param {number} number
   */
  shard(kind, number) {
    return this.own(kind, number, input => {
      const shard = readShard(input);
      for (const key of shard.others) this.others.set(key.text, key);
      return shard;
    });
  }

  /** @param {string} text @returns {Promise<import("./decode.js").Shard | null>} */
  async shardFor(text) {
    const firsts = this.entry.dictionary;
    return firsts.length === 0 ? null : this.shard("d", shardOf(firsts, text));
  }

  /** @param {string} text @returns {Promise<import("./decode.js").Key | null>} */
  async find(text) {
    const other = this.others.get(text);
    if (other) return other;
    const keys = (await this.shardFor(text))?.keys ?? [];
    const key = keys[lowerBound(keys, at => keys[at]?.text ?? "", text)];
    return key?.text === text ? key : null;
  }

  /**
   * The spellings that begin with `prefix`, from at most `most` shards.
   * @param {string} prefix
   * @param {boolean} reversed  whether their characters from last to first do
   * @param {number} most
   * @returns {Promise<import("./decode.js").Key[]>}
   */
  async beginning(prefix, reversed, most) {
    const firsts = reversed ? this.entry.reversed : this.entry.dictionary;
    if (firsts.length === 0) return [];
    const numbers = [shardOf(firsts, prefix)];
    for (let at = /** @type {number} */ (numbers[0]) + 1; numbers.length < most && firsts[at]?.startsWith(prefix); at++) numbers.push(at);
    const shards = await Promise.all(numbers.map(number => this.shard(reversed ? "r" : "d", number)));
    const found = [];
    for (const { keys } of shards) {
      for (let at = lowerBound(keys, at => keys[at]?.text ?? "", prefix); at < keys.length; at++) {
        const key = /** @type {import("./decode.js").Key} */ (keys[at]);
        if (!key.text.startsWith(prefix)) break;
        found.push(key);
      }
    }
    return found;
  }

  /**
   * The postings of a term.
   * @param {number} term
   * @returns {Promise<import("./decode.js").Postings>}
   */
  async postings(term) {
    const shard = shardOf(this.entry.postings, term);
    return readPostings(await this.own("p", shard, input => this.keepBest(input)), term - (this.entry.postings[shard] ?? 0));
  }

  /**
   * Keeps the cards that stand before postings.
   * @param {Input} input
   */
  keepBest(input) {
    for (const card of json(input, input.string() || "[]")) this.best.set(card[0], card);
    return input;
  }

  /**
   * The positions of a term in each of its cases, or nothing if it has none.
   * @param {number} term
   * @param {import("./decode.js").Postings} postings
   * @returns {Promise<number[][]>}
   */
  async positions(term, postings) {
    const group = Math.floor(shardOf(this.entry.postings, term) / POSITION_GROUP);
    const first = this.entry.postings[group * POSITION_GROUP] ?? 0;
    const [shard, bounds] = await Promise.all([
      this.own("q", group, same),
      this.file(`search/${this.entry.directory}/l.bin`, "l", 0, readBounds),
    ]);
    return readPositions(shard, term - first, postings, bounds);
  }

  /**
   * The text of a case, if it exists in this language.
   * @param {number} number
   * @returns {Promise<Card | null>}
   */
  async card(number) {
    const blocks = this.entry.blocks, near = this.best.get(number);
    if (near) return near;
    if (blocks.length === 0 || number < /** @type {number} */ (blocks[0])) return null;
    /** @type {Card[]} */
    const cards = await this.own("t", shardOf(blocks, number), json);
    return cards.find(card => card[0] === number) ?? null;
  }

  /**
   * A facet, or null if there is none of that name.
   * @param {string} name
   * @returns {Promise<import("./decode.js").FacetColumn | null>}
   */
  async facet(name) {
    const number = this.entry.facets.findIndex(facet => facet.name === name);
    if (number < 0) return null;
    return this.file(`search/${this.entry.shared}/f${number}.bin`, "f", number, input => readFacet(input, this.entry.cases));
  }

  /** Date key, and score in tenths plus one, of every case. */
  cases() {
    return this.file(`search/${this.entry.shared}/cases.bin`, "c", 0, input => readCases(input, this.entry.cases));
  }
}

/** @param {Input} input */
const same = input => input;

/**
 * What is left of a file as JSON, or a text of it.
 * @param {Input} input
 * @param {string} [text]
 * @returns {any}
 */
function json(input, text = new TextDecoder().decode(input.bytes.subarray(input.at))) {
  try {
    return JSON.parse(text);
  } catch {
    throw input.damaged();
  }
}
