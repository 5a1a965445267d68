// A word of a query into terms of the index. Twin of ../resolve.rs; a change here is a change there.
import { FULL } from "./hits.js";
import { distance, sounds } from "./near.js";
import { DENSE, HANGUL, LETTERS, PARTICLES } from "./tokens.js";

/** @typedef {import("./shelf.js").Shelf} Shelf */
/** @typedef {import("./decode.js").Key} Key */
/** @typedef {{term: number, weight: number, mistaken: boolean, begun: boolean}} Meaning */

/**
 * What a word stands for.
 * @typedef {object} Resolved
 * @property {Meaning[]} meanings
 * @property {string[]} marks        spellings with which a marked word begins
 * @property {[string, number[]][]} corrections  words taken for the mistaken one, the surest first, and the terms that each adds
 */

const ALL_FORMS = 176, BEGUN = 160, MISTAKEN = [0, 128, 64], SPOKEN = 128, FIRST_LETTER = 32;
const MOST_BEGUN = 64, MOST_MISTAKEN = 16, FEWER_MISTAKEN = 10, MOST_SHARDS = 3, TWO_MISTAKES = 8, COMMON_FROM = 8;

/** Endings that Korean writes onto nouns: particles, and the forms of 하다, 되다, 시키다. */
export const SUFFIXES = PARTICLES + " 이었다 였다 이었고 였고 이지만 지만 에게서 에게는 들에게 들까지 들로 들만 하다 했다 하고 했고 하는 한 해 하지 했지만 하지만 하면서 하자 할 하며 하면 하여 해서 했던 했으며 했으나 하도록 하려고 하려면 하기 하게 합니다 했습니다 한다 해야 하던 하거나 되다 됐다 되고 되는 된 되지 돼 되면서 되어 됐고 됐지만 되었다 되었고 되며 되면 될 되도록 된다 됩니다 됐습니다 되기 돼서 되던 되거나 됐던 됐으며 시키다 시켰다 시키고 시키는 시킨 시켜 시킬 시킨다 시켰고 시키며 시키지 받다 받았다 받는 받은 받고 당했다 당한";
/** The longest first; of equals, as they sort. */
const suffixes = SUFFIXES.split(" ").sort((a, b) => b.length - a.length || (a < b ? -1 : a > b ? 1 : 0));

/** @param {string} c */
const isHangul = c => c >= "\uac00" && c <= "\ud7a3";
/** @param {string} text */
const count = text => [...text].length;
/** @param {string} text */
export const backwards = text => [...text].reverse().join("");

/**
 * `word` without `suffix`, if something is left and the ending has the right form for it.
 * @param {string} word
 * @param {string} suffix
 * @returns {string | null}
 */
function strip(word, suffix) {
  const stem = word.slice(0, -suffix.length);
  return word.endsWith(suffix) && stem && fits(stem, suffix) ? stem : null;
}

/**
 * @param {string} stem
 * @param {string} suffix
 */
function fits(stem, suffix) {
  const last = stem[stem.length - 1] ?? "";
  if (!isHangul(last)) return true;
  const closing = (last.charCodeAt(0) - 0xac00) % 28, first = suffix[0] ?? "";
  if ("을은과이".includes(first)) return closing !== 0;
  if (first === "으") return closing !== 0 && closing !== 8;
  if ("를는가와나며라란든".includes(first)) return closing === 0;
  return first !== "로" || closing === 0 || closing === 8;
}

/**
 * @param {Resolved} found
 * @param {Key} key
 * @param {number} weight
 * @param {boolean} mistaken
 * @param {boolean} begun
 */
function add(found, key, weight, mistaken, begun) {
  key.terms.forEach((term, at) => {
    // Where a spelling has postings of its own, those of all forms count less.
    const share = at === 0 && key.terms.length > 1 ? Math.floor(weight * ALL_FORMS / FULL) : weight;
    const known = found.meanings.find(meaning => meaning.term === term);
    if (!known) found.meanings.push({ term, weight: share, mistaken, begun });
    else if (known.mistaken === mistaken) known.weight = Math.max(known.weight, share);
  });
  const stem = key.text.slice(0, key.shared);
  const mark = !begun && count(stem) >= (isHangul(stem) ? 1 : 3) ? stem : key.text;
  if (!found.marks.includes(mark)) found.marks.push(mark);
}

/**
 * The terms that `word` means as it stands, or by its ending.
 * @param {Shelf} shelf
 * @param {string} word
 * @param {number} script
 * @param {boolean} open  whether it may be unfinished
 * @returns {Promise<Resolved>}
 */
export async function resolve(shelf, word, script, open) {
  /** @type {Resolved} */
  const found = { meanings: [], marks: [], corrections: [] };
  const key = await shelf.find(word);
  if (key) add(found, key, FULL, false, false);
  else if (script === LETTERS) await byRules(shelf, word, found);
  else if (script === HANGUL) await byEndings(shelf, word, found);
  if (open && script !== DENSE) await begun(shelf, word, script, key, found);
  return found;
}

/**
 * @param {Shelf} shelf
 * @param {string} word
 * @param {Resolved} found
 */
async function byRules(shelf, word, found) {
  let weight = FULL;
  for (const [off, on] of shelf.entry.rules) {
    if (!word.endsWith(off)) continue;
    const stem = word.slice(0, word.length - off.length);
    if (count(stem) < (count(off) > 3 ? 4 : 3)) continue;
    const key = await shelf.find(stem + on);
    if (!key) continue;
    add(found, key, weight, false, false);
    if (weight < FULL) break;
    weight = 192;
  }
}

/**
 * @param {Shelf} shelf
 * @param {string} word
 * @param {Resolved} found
 */
async function byEndings(shelf, word, found) {
  for (const suffix of suffixes) {
    const stem = strip(word, suffix);
    const key = stem === null ? null : await shelf.find(stem);
    if (key) return add(found, key, FULL, false, false);
  }
  await byVerb(shelf, word, found);
}

/**
 * The words that `word` may be a form of, the longest ending taken off first.
 * @param {string} word
 * @param {[string, string][]} rules
 * @returns {string[]}
 */
export function bases(word, rules) {
  const out = suffixes.map(suffix => strip(word, suffix) ?? "");
  for (const [off, on] of rules) {
    const stem = word.endsWith(off) ? word.slice(0, word.length - off.length) : "";
    if (count(stem) >= 3) out.push(stem + on);
  }
  return out.filter(base => base !== "");
}

/**
 * Adds the noun of a verb, else the verb's other forms.
 * @param {Shelf} shelf
 * @param {string} word
 * @param {Resolved} found
 */
async function byVerb(shelf, word, found) {
  const verb = spoken(word);
  if (!verb) return;
  const noun = verb.noun === null ? null : await shelf.find(verb.noun);
  if (noun) return add(found, noun, FULL, false, false);
  const keys = (await shelf.beginning(verb.start, false, MOST_SHARDS)).filter(key => verb.holds(key.text));
  keys.sort((a, b) => b.weight - a.weight);
  for (const key of keys.slice(0, MOST_BEGUN)) add(found, key, SPOKEN, false, false);
}

/**
 * Adds the words that begin with `word`, and those whose ending has only begun. Beside a word that is common itself
 * rare ones would be lost: only common ones are added to it.
 * @param {Shelf} shelf
 * @param {string} word
 * @param {number} script
 * @param {Key | null} own
 * @param {Resolved} found
 */
async function begun(shelf, word, script, own, found) {
  if (count(word) < (script === HANGUL ? 1 : 2)) return;
  /** @param {Key} key  surely in more than two fifths of the texts */
  const common = key => key.weight >= COMMON_FROM && 5 * 2 ** (key.weight - 1) > 2 * shelf.entry.texts;
  // The other forms of the word itself add nothing to it.
  const keys = (await shelf.beginning(word, false, MOST_SHARDS)).filter(key =>
    key.text !== word && !own?.terms.includes(key.terms[0] ?? -1) && (!own || !common(own) || common(key)));
  keys.sort((a, b) => b.weight - a.weight);
  for (const key of keys.slice(0, MOST_BEGUN)) add(found, key, BEGUN, false, true);
  if (script !== HANGUL || found.meanings.length > 0) return;
  for (const suffix of suffixes) {
    for (let length = 1; length < suffix.length; length++) {
      const stem = strip(word, suffix.slice(0, length));
      const key = stem === null ? null : await shelf.find(stem);
      if (key) return add(found, key, BEGUN, false, false);
    }
  }
}

/**
 * Adds the terms that `word`, alone or one of several, may mean if it holds a typing mistake.
 * @param {Shelf} shelf
 * @param {string} word
 * @param {number} script
 * @param {boolean} several
 * @param {Resolved} found
 */
export async function mistaken(shelf, word, script, several, found) {
  if (script !== LETTERS && script !== HANGUL) return;
  if (count(word) < ([...word].every(isHangul) ? 2 : 4)) return;
  const tried = [word];
  if (script === HANGUL) {
    for (const suffix of suffixes) {
      const stem = word.slice(0, -suffix.length);
      if (word.endsWith(suffix) && count(stem) >= 2 && tried.length < 3) tried.push(stem);
    }
  }
  /** @type {Map<string, {weight: number, key: Key}>} */
  const near = new Map();
  for (const form of tried) {
    const letters = [...form], half = Math.floor(letters.length / 2), heard = sounds(form);
    const most = letters.length >= TWO_MISTAKES && script === LETTERS ? 2 : 1;
    const swapped = [...letters];
    [swapped[half - 1], swapped[half]] = [swapped[half] ?? "", swapped[half - 1] ?? ""];
    const [starts, ends, swap] = await Promise.all([
      shelf.beginning(letters.slice(0, half).join(""), false, MOST_SHARDS),
      shelf.beginning(letters.slice(half).reverse().join(""), true, MOST_SHARDS),
      shelf.find(swapped.join("")),
    ]);
    const keys = [...starts, ...ends.map(key => ({ ...key, text: backwards(key.text) })), ...swap ? [swap] : []];
    for (const key of keys) {
      if (Math.abs(key.text.length - form.length) > 4) continue;
      const apart = distance(heard, sounds(key.text), most);
      if (apart === 0 || apart > most || count(key.text) < 2) continue;
      const weight = /** @type {number} */ (MISTAKEN[apart]) - (String.fromCodePoint(key.text.codePointAt(0) ?? 0) === letters[0] ? 0 : FIRST_LETTER);
      const known = near.get(key.text);
      if (!known) near.set(key.text, { weight, key });
      else known.weight = Math.max(known.weight, weight);
    }
  }
  if (script === HANGUL) {
    const letters = [...word];
    for (let cut = 1; cut <= 2; cut++) {
      const stem = letters.slice(0, Math.max(0, letters.length - cut)).join("");
      if (count(stem) < 2) break;
      const key = await shelf.find(stem);
      if (key && !near.has(key.text)) near.set(key.text, { weight: /** @type {number} */ (MISTAKEN[2]), key });
    }
  }
  const ordered = [...near.values()].sort((a, b) =>
    b.weight - a.weight || b.key.weight - a.key.weight || (a.key.text < b.key.text ? -1 : 1));
  for (const { weight, key } of ordered.slice(0, several ? FEWER_MISTAKEN : MOST_MISTAKEN)) {
    const known = found.meanings.map(meaning => meaning.term);
    add(found, key, weight, true, false);
    found.corrections.push([key.text, [...key.terms].filter(term => !known.includes(term))]);
  }
}

/**
 * Cuts `복제지연` into two words that the dictionary knows.
 * @param {Shelf} shelf
 * @param {string} word
 * @returns {Promise<[string, string] | null>}
 */
export async function compound(shelf, word) {
  const letters = [...word];
  /** @type {[string, string] | null} */
  let best = null;
  let most = -1;
  for (let at = 2; at <= letters.length - 2; at++) {
    const left = letters.slice(0, at).join(""), right = letters.slice(at).join("");
    const key = await shelf.find(left);
    if (!key) continue;
    let weight = (await shelf.find(right))?.weight;
    if (weight === undefined) {
      /** @type {Resolved} */
      const found = { meanings: [], marks: [], corrections: [] };
      await byEndings(shelf, right, found);
      if (found.meanings.length === 0) continue;
      weight = 1;
    }
    const sure = Math.min(key.weight, weight);
    if (sure > most) [most, best] = [sure, [left, right]];
  }
  return best;
}

/** Endings after a verb's stem with its vowel and tense, the longest first. */
export const ENDINGS = "는데요 더라고 습니까 습니다 나요 네요 는데 니까 니다 더니 더라 아요 어요 지요 고 네 니 다 서 아 어 요 음 죠 지";
/** Vowels as they are before 어 melts into them. @type {Record<number, number>} */
const LOOSE = { 0x1167: 0x1175, 0x116a: 0x1169, 0x116b: 0x116c, 0x116f: 0x116e };
/** @param {number | undefined} sound */
const loose = sound => sound === undefined ? -1 : LOOSE[sound] ?? sound;

/**
 * The syllables of `word`, the last of them without its closing consonant, if that is `closing`.
 * @param {string} word
 * @param {number} closing
 * @returns {string[] | null}
 */
function without(word, closing) {
  const syllables = [...word], code = (syllables.pop()?.codePointAt(0) ?? 0) - 0xac00;
  return code < 0 || code % 28 !== closing ? null : [...syllables, String.fromCodePoint(0xac00 + code - closing)];
}

/**
 * A Korean verb as people speak, without its ending: the noun that 하다 or 되다 made a verb, what its other forms
 * begin with, and whether a word is one of them. Twin of ../spoken.rs.
 * @param {string} word
 * @returns {{noun: string | null, start: string, holds: (word: string) => boolean} | null}
 */
function spoken(word) {
  const ending = ENDINGS.split(" ").find(ending => word.endsWith(ending) && count(word) - count(ending) >= 2);
  const left = ending === undefined ? null : word.slice(0, -ending.length);
  const stem = left === null ? without(word, 16)
    : without(left, 20) ?? (ending?.startsWith("니") ? without(left, 17) : null) ?? [...left];
  if (!stem || stem.length < 2) return null;
  const noun = stem.length > 2 && "하해되돼".includes(stem.at(-1) ?? " ") ? stem.slice(0, -1).join("") : null;
  if (stem.length > 2 && "아어".includes(stem.at(-1) ?? " ")) stem.pop();
  const heard = sounds(stem.join("")), last = heard.length - 1;
  const holds = (/** @type {string} */ other) => {
    const own = sounds(other);
    return heard.every((sound, at) => at === last ? loose(own[at]) === loose(sound) : own[at] === sound);
  };
  return { noun, start: stem.slice(0, -1).join(""), holds };
}
