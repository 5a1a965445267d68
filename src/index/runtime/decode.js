// Readers of the index's files. Pure: bytes in, plain data out; damage is an error, never a wrong answer.
// Twin of the decoders in ../dictionary.rs, ../postings.rs and ../columns.rs.

/** The version of the format that this program reads. */
export const FORMAT = 3;

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

  /**
   * A number that is told in two columns.
   * @param {Input} low
   */
  split(low) {
    const high = this.byte();
    let value = high < SPLIT ? high : (Math.min(high, FAR) - SPLIT) * 64 + SPLIT;
    for (let n = 0; n < lowBytes(high); n++) value += low.byte() * 256 ** n;
    return value;
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
 * @property {Key[]} others                    spellings of other shards that are words of these forms
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
  const others = Array.from({ length: input.number() }, () => (
    { text: input.string(), shared: input.byte(), weight: input.byte(), terms: Array.from({ length: input.number() }, () => input.number()) }));
  return { keys, exact, glossary, others };
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

/** From the first on, a number is told in two columns; from the second on, in the second column alone. */
const SPLIT = 192, FAR = 252;

/** @param {number} high  @returns {number} of bytes in the column of low ones */
const lowBytes = high => high < SPLIT ? 0 : Math.max(1, high - FAR + 1);

/** @param {Uint8Array} column */
const lowLength = column => column.reduce((sum, high) => sum + lowBytes(high), 0);

/**
 * What a shard holds: its heads, each of two numbers, and what follows them.
 * @param {Input} shard
 * @returns {{heads: [number, number][], input: Input}}
 */
function headsOf(shard) {
  const input = new Input(shard.bytes, shard.path);
  input.at = shard.at;
  /** @type {[number, number][]} */
  const heads = [];
  for (let n = input.number(); n > 0; n--) heads.push([input.number(), input.number()]);
  return { heads, input };
}

/**
 * The part of a split column that begins at `from`, with its low bits.
 * @param {Uint8Array} column
 * @param {Input} low
 * @param {number} from
 * @returns {[Input, Input]}
 */
function splitFrom(column, low, from) {
  low.take(lowLength(column.subarray(0, from)));
  return [new Input(column.subarray(from), low.path), low];
}

const WITHOUT_SECTIONS = 1, WITHIN = 2, SAME_SECTIONS = 63;

/**
 * The sections of one case; nothing for those of the term that it is told by.
 * @param {Input} input
 */
function readSections(input) {
  let mask = 0, byte;
  do {
    byte = input.byte();
    if (byte === SAME_SECTIONS) return;
    mask |= 1 << (byte & 31);
  } while (byte >= 32);
  return mask;
}

/**
 * Reads the postings of the term in `slot` of a shard.
 * @param {Input} shard
 * @param {number} slot
 * @returns {Postings}
 */
export function readPostings(shard, slot) {
  const { heads, input } = headsOf(shard), [head, rarity] = heads[slot] ?? [-1, 0], told = head & 3;
  if (head < 0) throw input.damaged();
  let of = slot;
  while (told === WITHIN && ((heads[of]?.[0] ?? 0) & 3) === WITHIN) of--;
  const whole = of === slot ? null : readPostings(shard, of);
  /** @param {number} end */
  const casesOf = end => heads.slice(0, end).reduce((sum, [head]) => sum + (head >> 2), 0);
  const before = casesOf(slot), all = casesOf(heads.length);
  const column = input.take(all), saidOf = input.take(all);
  const [gaps, low] = splitFrom(column, new Input(input.take(lowLength(column)), shard.path), before);
  for (const [head] of heads.slice(0, slot)) for (let n = (head & 3) === WITHOUT_SECTIONS ? 0 : head >> 2; n > 0; n--) readSections(input);
  const cases = [], places = [], impacts = saidOf.slice(before, before + (head >> 2));
  let last = 0;
  for (let n = 0; n < impacts.length; n++) {
    last += gaps.split(low);
    const sections = told === WITHOUT_SECTIONS ? 0 : readSections(input) ?? whole?.places[last];
    if (whole) impacts[n] = (whole.impacts[last] ?? 0) - (impacts[n] ?? 0);
    const number = whole ? whole.cases[last] : last;
    if (number === undefined || sections === undefined) throw input.damaged();
    cases.push(number);
    if (told !== WITHOUT_SECTIONS) places.push(sections);
  }
  return { rarity, cases, impacts, places };
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
  const { heads, input } = headsOf(shard), [counts = 0, all] = heads[slot] ?? [];
  /** @param {0 | 1} at @param {number} end */
  const sum = (at, end) => heads.slice(0, end).reduce((sum, head) => sum + head[at], 0);
  const countColumn = new Input(input.take(sum(0, heads.length)), shard.path);
  countColumn.at = sum(0, slot);
  const [places, low] = splitFrom(input.take(sum(1, heads.length)), input, sum(1, slot));
  if (!all) return [];
  return postings.cases.map((number, at) => {
    const positions = [];
    if (counts > 0) {
      let last = 0;
      for (let n = countColumn.number(); n > 0; n--) positions.push(last += places.split(low));
      return positions;
    }
    const { titleEnd, rest } = bounds.get(number) ?? { titleEnd: 0, rest: 0 };
    for (let section = 0; section < 32; section++) {
      if ((/** @type {number} */ (postings.places[at]) >>> section & 1) === 0) continue;
      const begin = section === 0 ? 0 : titleEnd + Math.ceil((section - 1) * Math.max(rest, 1) / 31);
      let place;
      do {
        place = places.split(low);
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
