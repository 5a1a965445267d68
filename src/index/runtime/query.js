// What a reader typed into clauses. Twin of ../query.rs.

/**
 * `org:roblox`, `score:>60`, `year:2019..2021`, `-severity:minor`.
 * @typedef {object} Condition
 * @property {string} field
 * @property {string | [number, number]} test  the value in lower case, or the bounds of a range
 * @property {boolean} negative
 */

/**
 * @typedef {object} Query
 * @property {string} text          all of it as it was typed: a title may hold what reads as syntax
 * @property {string} words         the free words, separated by spaces
 * @property {string[]} phrases
 * @property {string[]} excluded
 * @property {Condition[]} conditions
 * @property {boolean} open         whether it ends in a free word, which may be unfinished
 */

const MOST = 4294967295;
const SPACES = /\p{White_Space}/u;
/** @param {string | undefined} c */
export const isQuote = c => c !== undefined && "\"“”„«»".includes(c);
/** @param {string} text */
export const trim = text => text.replace(/^\p{White_Space}+|\p{White_Space}+$/gu, "");

/**
 * Reads a query.
 * @param {string} text
 * @param {(name: string) => boolean} isField  the names before a colon that mean a field
 * @returns {Query}
 */
export function parse(text, isField) {
  /** @type {Query} */
  const query = { text, words: "", phrases: [], excluded: [], conditions: [], open: false };
  const chars = [...text];
  /** @param {number} i */
  const spaceAt = i => SPACES.test(chars[i] ?? "x");
  let at = 0;
  while (at < chars.length) {
    if (spaceAt(at)) { at++; continue; }
    const negative = chars[at] === "-" && at + 1 < chars.length && !spaceAt(at + 1) && chars[at + 1] !== "-";
    const from = at + (negative ? 1 : 0);
    if (isQuote(chars[from])) {
      const [phrase, next] = quoted(chars, from);
      at = next;
      if (!trim(phrase)) continue;
      (negative ? query.excluded : query.phrases).push(phrase);
      query.open = false;
      continue;
    }
    let to = from;
    while (to < chars.length && !spaceAt(to) && !(isQuote(chars[to]) && to > from && chars[to - 1] === ":")) to++;
    const word = chars.slice(from, to).join("");
    const colon = word.indexOf(":");
    const field = word.slice(0, Math.max(colon, 0)).toLowerCase();
    if (colon > 0 && isField(field)) {
      let value = word.slice(colon + 1);
      if (!value && isQuote(chars[to])) [value, to] = quoted(chars, to);
      at = to;
      const test = readTest(field, trim(value));
      if (test !== null) query.conditions.push({ field, test, negative });
      query.open = false;
      continue;
    }
    at = Math.max(to, from + 1);
    if (negative) {
      query.excluded.push(word);
      query.open = false;
    } else {
      query.words += (query.words ? " " : "") + word;
      query.open = true;
    }
  }
  return query;
}

/**
 * The text between the quote at `at` and the next one, and where to go on.
 * @param {string[]} chars
 * @param {number} at
 * @returns {[string, number]}
 */
function quoted(chars, at) {
  let end = at + 1;
  while (end < chars.length && !isQuote(chars[end])) end++;
  return [chars.slice(at + 1, end).join(""), Math.min(end + 1, chars.length)];
}

/**
 * @param {string} field
 * @param {string} value
 * @returns {string | [number, number] | null}
 */
function readTest(field, value) {
  if (!value) return null;
  /** @param {string} text */
  const scale = text => field === "score" ? tenths(trim(text)) : field === "date" ? day(trim(text)) : whole(trim(text));
  /** @param {string} text */
  const last = text => {
    const number = scale(text);
    return number !== null && field === "date" ? fill(number) : number;
  };
  /**
   * @param {number | null} low
   * @param {number | null} high
   * @returns {[number, number] | null}
   */
  const within = (low, high) => low === null || high === null || low > MOST || high < 0 ? null : [low, high];
  if (value.startsWith(">=")) return within(scale(value.slice(2)), MOST);
  if (value.startsWith("<=")) return within(0, last(value.slice(2)));
  if (value.startsWith(">")) { const low = last(value.slice(1)); return within(low === null ? null : low + 1, MOST); }
  if (value.startsWith("<")) { const high = scale(value.slice(1)); return within(0, high === null ? null : high - 1); }
  const dots = value.indexOf("..");
  if (dots >= 0) {
    const low = value.slice(0, dots), high = value.slice(dots + 2);
    return within(low ? scale(low) : 0, high ? last(high) : MOST);
  }
  if (field === "score" || field === "date") return within(scale(value), last(value));
  return value.toLowerCase();
}

/** @param {string} text */
export function whole(text) {
  const number = /^\+?[0-9]+$/.test(text) ? Number(text) : NaN;
  return number <= MOST ? number : null;
}

/** @param {string} text */
function tenths(text) {
  const at = text.search(/[.,]/);
  const integer = whole(at < 0 ? text : text.slice(0, at));
  const part = at < 0 ? "0" : text.slice(at + 1, at + 2);
  if (integer === null || !/^[0-9]$/.test(part)) return null;
  const number = integer * 10 + Number(part);
  return number <= MOST ? number : null;
}

/** @param {string} text */
function day(text) {
  const [first = "", second, ...rest] = text.split("-");
  const year = whole(first);
  const month = second === undefined ? 0 : whole(second);
  const date = rest.length === 0 ? 0 : whole(rest.join("-"));
  if (year === null || month === null || date === null || year >= 10000 || month >= 100 || date >= 100) return null;
  return year * 10000 + month * 100 + date;
}

/** @param {number} date */
function fill(date) {
  if (Math.floor(date / 100) % 100 === 0) return Math.floor(date / 10000) * 10000 + 9999;
  return date % 100 === 0 ? date + 99 : date;
}
