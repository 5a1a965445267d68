// A query's words into a plan: which words must meet, and what may stand for what. Twin of ../plan.rs.
import { fingerprint } from "./decode.js";
import { bases } from "./resolve.js";
import { DENSE, JOINED, MARKED, PART, WHOLE, WORD, tokenize } from "./tokens.js";

/** @typedef {import("./tokens.js").Token} Token */
/** @typedef {{text: string, script: number, open: boolean, typed: boolean}} PlanWord */

/**
 * How words go together: a word by its number; all; any, with weights; the first that finds anything;
 * words at distances from each other.
 * @typedef {{is: "word", word: number} | {is: "all" | "first", nodes: Node[]} | {is: "any", nodes: [number, Node][]} | {is: "phrase", places: [number, number][]}} Node
 */

/**
 * @typedef {object} Plan
 * @property {PlanWord[]} words
 * @property {Node[]} units     what must be found, each of them
 * @property {Node[]} excluded  what must not
 */

const JOINED_WEIGHT = 205, PARTS_WEIGHT = 180, GLOSSARY_WEIGHT = 200, LONGEST_FORM = 4;

/** @param {Node} node */
const isEmpty = node => node.is === "all" && node.nodes.length === 0;
/** @param {Token} token */
const isWordOrPart = token => token.kind === WORD || token.kind === PART;

/**
 * Neighbours with the same key in one group.
 * @param {Token[]} tokens
 * @param {(token: Token) => number} key
 * @returns {Token[][]}
 */
export function groups(tokens, key) {
  /** @type {Token[][]} */
  const out = [];
  for (const token of tokens) {
    const last = out[out.length - 1];
    if (last?.[0] && key(last[0]) === key(token)) last.push(token);
    else out.push([token]);
  }
  return out;
}

/**
 * @param {import("./shelf.js").Shelf} shelf
 * @param {import("./query.js").Query} query
 * @returns {Promise<Plan>}
 */
export async function makePlan(shelf, query) {
  /** @type {Plan} */
  const plan = { words: [], units: [], excluded: [] };
  const chunks = groups(tokenize(query.words), token => token.chunk);
  const typed = chunks.map((chunk, at) => unit(plan, chunk, query.open && at + 1 === chunks.length, true));
  plan.units = await withGlossary(plan, shelf, query.words, typed);
  for (const text of query.phrases) {
    const node = phraseNode(plan, text);
    if (node) plan.units.push(node);
  }
  for (const text of query.excluded) {
    const node = /\p{White_Space}/u.test(text) ? phraseNode(plan, text) : form(plan, text);
    if (node) plan.excluded.push(node);
  }
  return plan;
}

/**
 * @param {Plan} plan
 * @param {Token} token
 * @param {boolean} open
 * @param {boolean} typed
 * @returns {Node}
 */
function wordNode(plan, { text, script }, open, typed) {
  let at = plan.words.findIndex(w => w.text === text && w.script === script && w.open === open && w.typed === typed);
  if (at < 0) at = plan.words.push({ text, script, open, typed }) - 1;
  return { is: "word", word: at };
}

/**
 * A run without spaces: the whole, the joined spelling, the parts.
 * @param {Plan} plan
 * @param {Token[]} chunk
 * @param {boolean} open
 * @param {boolean} typed
 * @returns {Node}
 */
function unit(plan, chunk, open, typed) {
  const pairs = chunk.some(token => token.script === DENSE && token.kind === WORD);
  const words = chunk.filter(token => isWordOrPart(token) && !(pairs && token.script === DENSE && token.kind === PART));
  const parts = words.map((token, at) => {
    const plain = wordNode(plan, token, open && at === words.length - 1, typed);
    const marked = chunk.find(other => other.kind === MARKED && other.position === token.position);
    /** @type {Node} */
    const both = { is: "any", nodes: marked ? [[256, wordNode(plan, marked, false, false)], [256, plain]] : [] };
    return marked ? both : plain;
  });
  /** @type {Node} */
  const core = parts.length === 1 ? /** @type {Node} */ (parts[0]) : { is: "all", nodes: parts };
  const whole = chunk.find(token => token.kind === WHOLE);
  const joined = chunk.find(token => token.kind === JOINED && !/^[0-9]/.test(token.text));
  if (!whole) return core;
  /** @type {[number, Node][]} */
  const nodes = [[256, wordNode(plan, whole, open, typed && isEmpty(core))]];
  if (joined) nodes.push([JOINED_WEIGHT, wordNode(plan, joined, false, false)]);
  if (isEmpty(core)) return { is: "any", nodes };
  // The parts of a version or an address say little: they count only where the whole is unknown.
  if (/[0-9]/.test(whole.text)) return { is: "first", nodes: [{ is: "any", nodes }, core] };
  nodes.push([PARTS_WEIGHT, core]);
  return { is: "any", nodes };
}

/**
 * A text all of whose runs must be found, exactly as they stand.
 * @param {Plan} plan
 * @param {string} text
 * @returns {Node | undefined}
 */
function form(plan, text) {
  const units = groups(tokenize(text), token => token.chunk).map(chunk => unit(plan, chunk, false, false));
  return units.length > 1 ? { is: "all", nodes: units } : units[0];
}

/**
 * Words that must stand in this order with nothing between.
 * @param {Plan} plan
 * @param {string} text
 * @returns {Node | undefined}
 */
function phraseNode(plan, text) {
  const tokens = tokenize(text);
  /** @type {[number, number][]} */
  const places = [];
  for (const group of groups(tokens, token => token.position)) {
    const token = [WORD, PART, WHOLE].map(kind => group.find(token => token.kind === kind)).find(token => token);
    if (!token) continue;
    const node = wordNode(plan, token, false, false);
    if (node.is === "word") places.push([token.position, node.word]);
  }
  const last = tokens[tokens.length - 1];
  if (last?.script === DENSE && last.kind === PART && places.length > 1) places.pop();
  const first = places[0];
  if (!first) return undefined;
  return places.length === 1 ? { is: "word", word: first[1] } : { is: "phrase", places };
}

/**
 * Lets what the glossary knows stand for what was typed, the longest forms first.
 * @param {Plan} plan
 * @param {import("./shelf.js").Shelf} shelf
 * @param {string} text
 * @param {Node[]} typed
 * @returns {Promise<Node[]>}
 */
async function withGlossary(plan, shelf, text, typed) {
  const words = groups(tokenize(text.toLowerCase()), token => token.chunk).map(chunk => chunk.filter(isWordOrPart).map(token => token.text));
  /** @type {Node[]} */
  const units = [];
  let at = 0;
  while (at < typed.length) {
    let taken = 1;
    let node = /** @type {Node} */ (typed[at]);
    for (let length = Math.min(LONGEST_FORM, typed.length - at); length > 0; length--) {
      const phrase = words.slice(at, at + length).flat();
      const forms = await glossaryForms(shelf, phrase);
      if (!forms) continue;
      /** @type {[number, Node][]} */
      const nodes = [[256, length === 1 ? node : { is: "all", nodes: typed.slice(at, at + length) }]];
      for (const spelled of forms) {
        const other = form(plan, spelled);
        if (other) nodes.push([GLOSSARY_WEIGHT, other]);
      }
      node = { is: "any", nodes };
      taken = length;
      break;
    }
    units.push(node);
    at += taken;
  }
  return units.filter(node => !isEmpty(node));
}

/**
 * What the glossary has for a phrase as it was typed, or without the ending of a last word that the texts do not
 * hold: `번들러가` is `번들러`.
 * @param {import("./shelf.js").Shelf} shelf
 * @param {string[]} phrase
 * @returns {Promise<string[] | null>}
 */
async function glossaryForms(shelf, phrase) {
  const forms = await filed(shelf, phrase), last = phrase.at(-1);
  if (forms || last === undefined || await shelf.find(last)) return forms;
  for (const base of bases(last, shelf.entry.rules)) {
    const forms = await filed(shelf, [...phrase.slice(0, -1), base]);
    if (forms) return forms;
  }
  return null;
}

/**
 * @param {import("./shelf.js").Shelf} shelf
 * @param {string[]} phrase
 * @returns {Promise<string[] | null>}
 */
async function filed(shelf, phrase) {
  const word = filingWord(phrase);
  const shard = word === null ? null : await shelf.shardFor(word);
  return shard?.glossary.get(fingerprint(phrase.join(" "))) ?? null;
}

/**
 * The word of a phrase under which it is filed: the longest, the first of equals.
 * @param {string[]} words
 * @returns {string | null}
 */
function filingWord(words) {
  const longest = Math.max(...words.map(word => word.length));
  return words.find(word => word.length === longest) ?? null;
}

/**
 * The words of a phrase, as its fingerprint is taken of them: capitals inside a word do not matter.
 * @param {string} text
 */
const phraseWords = text => tokenize(text.toLowerCase()).filter(isWordOrPart).map(token => token.text);

/**
 * The fingerprint of an exact title or id, and the word whose shard has it.
 * @param {string} text
 * @returns {{print: number, filed: string} | null}
 */
export function exactKey(text) {
  const words = phraseWords(text);
  const filed = filingWord(words);
  return filed === null ? null : { print: fingerprint(words.join(" ")), filed };
}
