// A query's words into a plan: which words must meet, and what may stand for what. Twin of ../plan.rs.
import { fingerprint } from "./decode.js";
import { FULL } from "./hits.js";
import { bases } from "./resolve.js";
import { DENSE, HANGUL, JOINED, MARKED, PART, WHOLE, WORD, tokenize } from "./tokens.js";

/** @typedef {import("./tokens.js").Token} Token */
/** @typedef {{text: string, script: number, open: boolean, typed: boolean}} PlanWord */

/**
 * How words go together: a word by its number; all; any, with weights; the first that finds anything;
 * words at distances from each other; what was typed, and what the glossary knows for it.
 * @typedef {{is: "word", word: number} | {is: "all" | "first" | "meant", nodes: Node[]} | {is: "any", nodes: [number, Node][]} | {is: "phrase", places: [number, number][]}} Node
 */

/**
 * @typedef {object} Plan
 * @property {PlanWord[]} words
 * @property {Node[]} units     what must be found, each of them
 * @property {Node[]} excluded  what must not
 */

const JOINED_WEIGHT = 205, PARTS_WEIGHT = 180, LONGEST_FORM = 4;

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
 * @returns {number}
 */
function wordNumber(plan, { text, script }, open, typed) {
  let at = plan.words.findIndex(w => w.text === text && w.script === script && w.open === open && w.typed === typed);
  if (at < 0) at = plan.words.push({ text, script, open, typed }) - 1;
  return at;
}

/**
 * @param {Plan} plan
 * @param {Token} token
 * @param {boolean} open
 * @param {boolean} typed
 * @returns {Node}
 */
const wordNode = (plan, token, open, typed) => ({ is: "word", word: wordNumber(plan, token, open, typed) });

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
  const whole = chunk.find(token => token.kind === WHOLE);
  /** @type {[number, number][]} */
  const run = [];
  /** @type {Node[]} */
  const parts = words.flatMap((token, at) => {
    const word = wordNumber(plan, token, open && at === words.length - 1, typed);
    if (whole && token.script !== HANGUL && token.script !== DENSE) {
      run.push([token.position, word]);
      return [];
    }
    /** @type {Node} */
    const plain = { is: "word", word };
    const marked = chunk.find(other => other.kind === MARKED && other.position === token.position);
    /** @type {Node} */
    const both = { is: "any", nodes: marked ? [[256, wordNode(plan, marked, false, false)], [256, plain]] : [] };
    return [marked ? both : plain];
  });
  // The parts of a technical word stand together, or it is another word.
  const together = sequence(run);
  if (together) parts.push(together);
  /** @type {Node} */
  const core = parts.length === 1 ? /** @type {Node} */ (parts[0]) : { is: "all", nodes: parts };
  const joined = chunk.find(token => token.kind === JOINED && !/^[0-9]/.test(token.text));
  const pair = measure(chunk.find(token => token.kind === WORD || token.kind === WHOLE)?.text ?? "");
  const apart = pair && inOrder(plan, pair.join(" "));
  if (!whole) return apart && !isEmpty(core) ? { is: "any", nodes: [[FULL, core], [JOINED_WEIGHT, apart]] } : core;
  /** @type {[number, Node][]} */
  const nodes = [[256, wordNode(plan, whole, open, typed && isEmpty(core))]];
  if (joined) nodes.push([JOINED_WEIGHT, wordNode(plan, joined, false, false)]);
  // `v2.14.0` is written `2.14.0` as well.
  const version = chunk.find(token => token.kind === JOINED && whole.text === `v${token.text}`);
  if (version) nodes.push([JOINED_WEIGHT, wordNode(plan, version, open, false)]);
  if (apart) nodes.push([JOINED_WEIGHT, apart]);
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
 * Words that must stand in this order with nothing between; a figure and its unit may be joined or apart.
 * @param {Plan} plan
 * @param {string} text
 * @returns {Node | null}
 */
function phraseNode(plan, text) {
  /** @type {[number, Node][]} */
  const nodes = [];
  measures(text).forEach((spelled, at) => {
    const node = inOrder(plan, spelled);
    if (node) nodes.push([at === 0 ? FULL : JOINED_WEIGHT, node]);
  });
  return either(nodes);
}

/**
 * Words in this order; where they stand with all their signs and marks, it counts more.
 * @param {Plan} plan
 * @param {string} text
 * @returns {Node | null}
 */
function inOrder(plan, text) {
  const tokens = tokenize(text);
  const plain = places(plan, tokens, false), exact = places(plan, tokens, true);
  const loose = sequence(plain);
  if (!loose || JSON.stringify(exact) === JSON.stringify(plain)) return loose;
  const strict = sequence(exact);
  return either([...strict ? [/** @type {[number, Node]} */ ([FULL, strict])] : [], [PARTS_WEIGHT, loose]]);
}

/**
 * The words of a phrase with their places: its plain words, or if `exact` the words as they are spelled.
 * @param {Plan} plan
 * @param {Token[]} tokens
 * @param {boolean} exact
 * @returns {[number, number][]}
 */
function places(plan, tokens, exact) {
  /** @type {[number, number][]} */
  const out = [];
  let reached = 0;
  for (const group of groups(tokens, token => token.position)) {
    if (group.every(token => token.start < reached)) continue;
    const kinds = exact ? [WHOLE, MARKED, WORD, PART] : [WORD, PART, WHOLE];
    const token = kinds.map(kind => group.find(token => token.kind === kind)).find(token => token);
    if (!token) continue;
    out.push([token.position, wordNumber(plan, token, false, false)]);
    if (exact && token.kind === WHOLE) reached = token.end;
  }
  // The last character of a run is told by the pair before it.
  const last = tokens[tokens.length - 1];
  if (last?.script === DENSE && last.kind === PART && out.length > 1) out.pop();
  return out;
}

/**
 * Words at their places as a node: one word is itself.
 * @param {[number, number][]} places
 * @returns {Node | null}
 */
function sequence(places) {
  const first = places[0];
  if (!first) return null;
  return places.length === 1 ? { is: "word", word: first[1] } : { is: "phrase", places };
}

/**
 * Any of the nodes; one that counts fully is itself.
 * @param {[number, Node][]} nodes
 * @returns {Node | null}
 */
function either(nodes) {
  const first = nodes[0];
  if (!first) return null;
  return nodes.length === 1 && first[0] === FULL ? first[1] : { is: "any", nodes };
}

/**
 * The figure and the unit of `250ms` or `7.8MB`.
 * @param {string} word
 * @returns {[string, string] | null}
 */
function measure(word) {
  const parts = /^([0-9](?:[0-9.,:]*[0-9])?)(\p{Alphabetic}{1,4})$/u.exec(word);
  return parts ? [parts[1] ?? "", parts[2] ?? ""] : null;
}

/**
 * The text as it stands, and where that differs with every figure joined to its unit and apart from it.
 * @param {string} text
 * @returns {string[]}
 */
function measures(text) {
  const words = text.split(/\p{White_Space}+/u).filter(word => word);
  const plain = words.join(" ");
  let joined = "";
  words.forEach((word, at) => {
    const before = words[at - 1] ?? "";
    joined += (at === 0 || measure(before + word)?.[0] === before ? "" : " ") + word;
  });
  const apart = words.map(word => measure(word)?.join(" ") ?? word).join(" ");
  return [plain, ...[joined, apart].filter(other => other !== plain)];
}

/**
 * A figure and a unit that the texts also write as one word: `350 ms` and `350ms`.
 * @param {Plan} plan
 * @param {import("./shelf.js").Shelf} shelf
 * @param {string[]} spelled
 * @param {Node[]} typed
 * @returns {Promise<Node | null>}
 */
async function joinedMeasure(plan, shelf, spelled, typed) {
  const joined = spelled.join(""), parts = measure(joined);
  if (parts?.[0] !== spelled[0] || !await shelf.find(joined)) return null;
  const other = form(plan, joined);
  return other ? { is: "any", nodes: [[FULL, { is: "all", nodes: typed }], [FULL, other]] } : null;
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
  const spelled = groups(tokenize(text.toLowerCase()), token => token.chunk).map(chunk => chunk.find(token => token.kind === WORD || token.kind === WHOLE)?.text ?? "");
  /** @type {Node[]} */
  const units = [];
  let at = 0;
  while (at < typed.length) {
    let taken = 0;
    let node = /** @type {Node} */ (typed[at]);
    for (let length = Math.min(LONGEST_FORM, typed.length - at); length > 0; length--) {
      const phrase = words.slice(at, at + length).flat();
      const forms = await glossaryForms(shelf, phrase);
      if (!forms) continue;
      /** @type {Node} */
      const own = length === 1 ? node : { is: "all", nodes: typed.slice(at, at + length) };
      node = { is: "meant", nodes: [own, ...forms.flatMap(spelled => form(plan, spelled) ?? [])] };
      taken = length;
      break;
    }
    const measured = taken === 0 && at + 1 < typed.length ? await joinedMeasure(plan, shelf, spelled.slice(at, at + 2), typed.slice(at, at + 2)) : null;
    units.push(measured ?? node);
    at += measured ? 2 : taken || 1;
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
