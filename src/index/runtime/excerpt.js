// The piece of a text that a result shows, and what is marked in it. Twin of ../excerpt.rs.
import { groups } from "./plan.js";
import { DENSE, HANGUL, PART, SIGN, WORD, tokenize } from "./tokens.js";

/** @typedef {import("./tokens.js").Token} Token */

/**
 * A piece of a text, unchanged.
 * @typedef {object} Excerpt
 * @property {string} text
 * @property {[number, number][]} marks  in UTF-16 units of the piece
 * @property {number} field              the code of the field
 * @property {string | null} anchor      the fragment of the page that shows it
 * @property {boolean} before            whether text stands before it
 * @property {boolean} after
 */

const BEFORE = 6, LENGTH = 32;

/**
 * Spellings that an excerpt marks, a word that begins with one of them: of what was typed, and of what the glossary put beside it.
 * @typedef {{typed: string[], meant: string[]}} Marks
 */

/**
 * The best piece of a card for what was typed, and where that stands nowhere, for what the glossary put beside it.
 * @param {import("./shelf.js").Card} card
 * @param {Marks} marks
 * @returns {Excerpt}
 */
export function excerpt(card, { typed, meant }) {
  const first = card[7][0];
  return best(card, typed) ?? best(card, meant)
    ?? (first ? cut(first, placeOrder(tokenize(first[1])), 0, []) : { text: "", marks: [], field: 0, anchor: null, before: false, after: false });
}

/**
 * The piece of a card with most of the words that begin with one of `marks`.
 * @param {import("./shelf.js").Card} card
 * @param {string[]} marks
 */
function best(card, marks) {
  let most = 0;
  /** @type {{passage: [number, string, string?], tokens: Token[], at: number} | null} */
  let chosen = null;
  for (const passage of card[7]) {
    const tokens = placeOrder(tokenize(passage[1]));
    const marked = tokens.map(token => markOf(token, marks));
    for (let at = 0; at < tokens.length; at++) {
      if (marked[at] === -1) continue;
      const seen = new Set(marked.slice(at, at + LENGTH - BEFORE).filter(mark => mark !== -1)).size;
      if (seen > most) [most, chosen] = [seen, { passage, tokens, at }];
    }
  }
  return chosen && cut(chosen.passage, chosen.tokens, Math.max(0, chosen.at - BEFORE), marks);
}

/** One token a place. @param {Token[]} tokens @returns {Token[]} */
function placeOrder(tokens) {
  return groups(tokens, token => token.position).map(group =>
    /** @type {Token} */ (group.find(token => token.kind === WORD || token.kind === PART) ?? group[0]));
}

/**
 * @param {Token} token
 * @param {string[]} marks
 */
const markOf = (token, marks) => marks.findIndex(mark => token.text.startsWith(mark) && (token.script !== SIGN || token.text === mark));

/**
 * @param {[number, string, string?]} passage
 * @param {Token[]} tokens
 * @param {number} from
 * @param {string[]} marks
 * @returns {Excerpt}
 */
function cut([field, text, anchor], tokens, from, marks) {
  const to = Math.min(from + LENGTH, tokens.length);
  const first = tokens[from], last = tokens[to - 1];
  if (!first || !last) return { text, marks: [], field, anchor: anchor ?? null, before: false, after: false };
  let start = 0, end = text.length;
  if (from > 0) {
    start = first.start;
    if (first.script !== DENSE) while (start > 0 && !/\p{White_Space}/u.test(text[start - 1] ?? "")) start--;
  }
  if (to < tokens.length) {
    end = last.end;
    if (last.script !== DENSE) while (end < text.length && !/\p{White_Space}/u.test(text[end] ?? "")) end++;
  }
  /** @type {[number, number][]} */
  const marked = [];
  for (const token of tokens.slice(from, to)) {
    const mark = marks[markOf(token, marks)];
    if (mark === undefined) continue;
    // Of a Hangul word the noun alone is marked, where it is written as it is spelled.
    const noun = token.script === HANGUL && token.end - token.start === token.text.length;
    const stop = noun ? token.start + mark.length : token.end;
    const previous = marked[marked.length - 1];
    if (previous && token.start - start < previous[1]) previous[1] = Math.max(previous[1], stop - start);
    else marked.push([token.start - start, stop - start]);
  }
  return { text: text.slice(start, end), marks: marked, field, anchor: anchor ?? null, before: start > 0, after: end < text.length };
}
