// Readers of the index's files. Pure: bytes in, plain data out; damage is an error, never a wrong answer.
// Twin of the decoders in ../dictionary.rs, ../postings.rs and ../columns.rs.

/** The version of the format that this program reads. */
export const FORMAT = 2;

/** Why an index cannot be read. */
export class SearchFault extends Error {
  /**
   * @param {"missing" | "damaged" | "version" | "unsupported"} code
   * @param {string} path
   */
  constructor(code, path) {
    super(`search index ${code}: ${path}`);
    this.code = code;
    this.path = path;
  }
}

/** Bytes that are read; every read is checked. */
export class Input {
  /**
   * @param {Uint8Array} bytes
   * @param {string} path
   */
  constructor(bytes, path) {
    this.bytes = bytes;
    this.path = path;
    this.at = 0;
  }

  /** @returns {SearchFault} */
  damaged() {
    return new SearchFault("damaged", this.path);
  }

  /** @returns {number} */
  byte() {
    const byte = this.bytes[this.at];
    if (byte === undefined) throw this.damaged();
    this.at++;
    return byte;
  }

  /** A number in 7-bit groups. @returns {number} */
  number() {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.byte();
      value |= (byte & 127) << shift;
      if (byte < 128) return value >>> 0;
    }
    throw this.damaged();
  }

  /** @returns {number} */
  signed() {
    const value = this.number();
    return (value >>> 1) ^ -(value & 1);
  }

  /** @param {number} length @returns {Uint8Array} */
  take(length) {
    if (this.at + length > this.bytes.length) throw this.damaged();
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  /** @returns {string} */
  string() {
    return new TextDecoder().decode(this.take(this.number()));
  }
}

/**
 * Unpacks a file and checks that it is what its name says.
 * @param {Uint8Array} packed
 * @param {string} path
 * @param {string} kind
 * @param {number} number
 * @returns {Promise<Input>}
 */
export async function unpack(packed, path, kind, number) {
  let bytes;
  try {
    // A host may have unpacked the file on the way.
    const whole = packed[0] === 31 && packed[1] === 139
      ? new Response(new Blob([/** @type {BlobPart} */ (packed)]).stream().pipeThrough(new DecompressionStream("gzip")))
      : null;
    bytes = whole ? new Uint8Array(await whole.arrayBuffer()) : packed;
  } catch {
    throw new SearchFault("damaged", path);
  }
  const input = new Input(bytes, path);
  if (input.byte() !== FORMAT) throw new SearchFault("version", path);
  if (input.byte() !== kind.charCodeAt(0) || input.number() !== number) throw input.damaged();
  return input;
}

/**
 * A spelling of the dictionary.
 * @typedef {object} Key
 * @property {string} text
 * @property {number} shared   UTF-16 units at its start that it shares with its first term
 * @property {number} weight   the number of cases of its first term, as a power of two
 * @property {number[]} terms
 */

/**
 * A shard of the dictionary.
 * @typedef {object} Shard
 * @property {Key[]} keys                      ascending
 * @property {Map<number, number[]>} exact     fingerprint of a title or id: cases
 * @property {Map<number, string[]>} glossary  fingerprint of a form: forms that mean the same
 */

/**
 * @param {Input} input
 * @returns {Shard}
 */
export function readShard(input) {
  const count = input.number();
  const lines = input.string().split("\n");
  const shared = input.take(count), weights = input.take(count), counts = input.take(count);
  /** @type {Key[]} */
  const keys = [];
  let before = "", last = 0;
  for (let at = 0; at < count; at++) {
    const line = lines[at];
    if (!line) throw input.damaged();
    const text = before.slice(0, line.charCodeAt(0) - 33) + line.slice(1);
    const terms = [];
    for (let n = counts[at] ?? 0; n > 0; n--) terms.push(last = (last + input.signed()) | 0);
    keys.push({ text, shared: shared[at] ?? 0, weight: weights[at] ?? 0, terms });
    before = text;
  }
  /** @type {Map<number, number[]>} */
  const exact = new Map();
  for (let n = input.number(); n > 0; n--) {
    const print = readPrint(input);
    exact.set(print, [...exact.get(print) ?? [], input.number()]);
  }
  /** @type {Map<number, string[]>} */
  const glossary = new Map();
  for (let n = input.number(); n > 0; n--) {
    const print = readPrint(input), forms = [];
    for (let m = input.number(); m > 0; m--) forms.push(input.string());
    glossary.set(print, forms);
  }
  return { keys, exact, glossary };
}

/** @param {Input} input */
function readPrint(input) {
  const [a = 0, b = 0, c = 0, d = 0] = input.take(4);
  return (a | b << 8 | c << 16 | d << 24) >>> 0;
}

/**
 * The place of the first of `keys` that does not stand before `text`.
 * @param {{length: number}} keys
 * @param {(at: number) => string} textAt
 * @param {string} text
 * @returns {number}
 */
export function lowerBound(keys, textAt, text) {
  let low = 0, high = keys.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (textAt(middle) < text) low = middle + 1; else high = middle;
  }
  return low;
}

/**
 * The fingerprint of a phrase (FNV-1a, 32 bits, over UTF-8).
 * @param {string} phrase
 * @returns {number}
 */
export function fingerprint(phrase) {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(phrase)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

/**
 * The cases of a term.
 * @typedef {object} Postings
 * @property {number} rarity    in sixteenths of a bit
 * @property {number[]} cases   ascending
 * @property {Uint8Array} impacts
 * @property {number[]} places  sections of each text, a bit each; empty for common terms
 */

/**
 * What a shard holds of the term in `slot`: its head, and its part of each column.
 * @param {Input} shard
 * @param {number} slot
 * @param {number} width     numbers in a head
 * @param {number[]} columns  for each column the number of the head that tells its bytes
 * @returns {[number[], Input[]]}
 */
function columnsOf(shard, slot, width, columns) {
  const input = new Input(shard.bytes, shard.path);
  input.at = shard.at;
  /** @type {number[][]} */
  const heads = [];
  for (let n = input.number(); n > 0; n--) heads.push(Array.from({ length: width }, () => input.number()));
  const own = heads[slot];
  if (!own) throw input.damaged();
  return [own, columns.map(at => {
    let column = input;
    for (const head of heads) {
      const part = input.take(head[at] ?? 0);
      if (head === own) column = new Input(part, shard.path);
    }
    return column;
  })];
}

/**
 * Reads the postings of the term in `slot` of a shard.
 * @param {Input} shard
 * @param {number} slot
 * @returns {Postings}
 */
export function readPostings(shard, slot) {
  const [[count = 0, rarity = 0, , masks = 0], columns] = columnsOf(shard, slot, 4, [2, 0, 3]);
  const [gapColumn, impactColumn, maskColumn] = /** @type {[Input, Input, Input]} */ (columns);
  const cases = [], places = [];
  let last = 0;
  for (let n = 0; n < count; n++) cases.push(last += gapColumn.number());
  for (let n = 0; n < count && masks > 0; n++) {
    let mask = 0, byte;
    do {
      byte = maskColumn.byte();
      mask |= 1 << (byte & 31);
    } while (byte >= 32);
    places.push(mask);
  }
  return { rarity, cases, impacts: impactColumn.bytes, places };
}

/** @typedef {{titleEnd: number, rest: number}} Bounds  where the sections of a text begin */

/**
 * Reads the positions of the term in `slot` of a shard: for each of its cases the places, ascending;
 * none for a term without positions.
 * @param {Input} shard
 * @param {number} slot
 * @param {Postings} postings
 * @param {Map<number, Bounds>} bounds  by case
 * @returns {number[][]}
 */
export function readPositions(shard, slot, postings, bounds) {
  const [[counts = 0, deltas], columns] = columnsOf(shard, slot, 2, [0, 1]);
  const [countColumn, deltaColumn] = /** @type {[Input, Input]} */ (columns);
  if (deltas === 0) return [];
  return postings.cases.map((number, at) => {
    const positions = [];
    if (counts > 0) {
      let last = 0;
      for (let n = countColumn.number(); n > 0; n--) positions.push(last += deltaColumn.number());
      return positions;
    }
    const { titleEnd, rest } = bounds.get(number) ?? { titleEnd: 0, rest: 0 };
    for (let section = 0; section < 32; section++) {
      if ((/** @type {number} */ (postings.places[at]) >>> section & 1) === 0) continue;
      const begin = section === 0 ? 0 : titleEnd + Math.ceil((section - 1) * Math.max(rest, 1) / 31);
      let place;
      do {
        place = deltaColumn.number();
        positions.push(begin + (place >>> 1));
      } while (place % 2 === 1);
    }
    return positions;
  });
}

/**
 * The bounds of every text, by case.
 * @param {Input} input
 * @returns {Map<number, Bounds>}
 */
export function readBounds(input) {
  /** @type {Map<number, Bounds>} */
  const bounds = new Map();
  let last = 0;
  for (let n = input.number(); n > 0; n--) {
    last += input.number();
    bounds.set(last, { titleEnd: input.number(), rest: input.number() });
  }
  return bounds;
}

/**
 * A facet: its terms, and for each case the numbers of its terms.
 * @typedef {object} FacetColumn
 * @property {[string, Record<string, string>, string[]?][]} terms  id, labels by language, other names
 * @property {number[][]} cases
 */

/**
 * @param {Input} input
 * @param {number} count  number of cases
 * @returns {FacetColumn}
 */
export function readFacet(input, count) {
  const terms = JSON.parse(input.string()), cases = [];
  for (let at = 0; at < count; at++) {
    const of = [];
    for (let n = input.number(); n > 0; n--) of.push(input.number());
    cases.push(of);
  }
  return { terms, cases };
}

/**
 * Date key, and score in tenths plus one (0: none), of every case.
 * @param {Input} input
 * @param {number} count
 * @returns {[number, number][]}
 */
export function readCases(input, count) {
  /** @type {[number, number][]} */
  const cases = [];
  for (let at = 0; at < count; at++) cases.push([input.number(), input.number()]);
  return cases;
}
