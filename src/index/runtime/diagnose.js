// From what is seen to what may have caused it: cases that resemble chosen symptoms and a pasted text, and
// what their records say about causes, contributing factors and remedies.
import { MARKED, WHOLE, ofTerm, resolve, tokenize } from "./casebook-search.js";

/** @typedef {import("./shelf.js").Shelf} Shelf */

/**
 * A cause or factor: how many of the near cases have it.
 * @typedef {{id: string, label: string, count: number}} Likely
 */

/**
 * @typedef {object} Diagnosis
 * @property {number} near  number of near cases, of which the counts are made
 * @property {Likely[]} causes
 * @property {Likely[]} contributing
 * @property {{id: string, title: string, url: string, remedies: string[]}[]} cases  the nearest
 */

/** So many words of a pasted text are looked at, the rarest. */
const WORDS = 24;
/** A chosen symptom speaks as loudly as a rare word of the text. */
const SYMPTOM = 6000;
/** Cases with at least this share of the best score are near, up to so many. */
const NEAR_SHARE = 0.45, MOST_NEAR = 60, SHOWN = 10;
/** The field of remedies in a card. */
const REMEDIATION = 7;

/**
 * @param {Shelf} shelf
 * @param {{text?: string, symptoms?: string[]}} seen
 * @returns {Promise<Diagnosis>}
 */
export async function diagnose(shelf, { text = "", symptoms = [] }) {
  /** @type {Map<number, number>} */
  const scores = new Map();
  /**
   * @param {number} number
   * @param {number} score
   */
  const speak = (number, score) => scores.set(number, (scores.get(number) ?? 0) + score);
  const column = symptoms.length > 0 ? await shelf.facet("symptom") : null;
  const chosen = new Set(symptoms.map(id => column?.terms.findIndex(term => term[0] === id) ?? -1));
  column?.cases.forEach((terms, number) => {
    const held = terms.filter(term => chosen.has(term)).length;
    if (held > 0) speak(number, Math.floor(SYMPTOM * held / chosen.size));
  });
  // A pasted text names many things; the rarest of them tell the most.
  const tokens = new Map(tokenize(text).filter(token => token.kind !== MARKED).map(token => [token.text, token]));
  const known = await Promise.all([...tokens.values()].map(async token => {
    const { meanings } = await resolve(shelf, token.text, token.script, false);
    const meaning = meanings[0];
    const key = meaning ? await shelf.find(token.text) : null;
    return meaning ? [{ meaning, whole: token.kind === WHOLE, common: key?.weight ?? 0 }] : [];
  }));
  const rarest = known.flat().sort((a, b) => a.common - b.common || a.meaning.term - b.meaning.term).slice(0, WORDS);
  for (const { meaning, whole } of rarest) {
    const { cases, scores: said } = ofTerm(await shelf.postings(meaning.term), meaning.weight);
    cases.forEach((number, at) => speak(number, (said[at] ?? 0) * (whole ? 2 : 1)));
  }
  const ordered = [...scores].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  const best = ordered[0]?.[1] ?? 0;
  const near = ordered.filter(([, score]) => score >= best * NEAR_SHARE).slice(0, MOST_NEAR).map(([number]) => number);
  const [causes, contributing] = await Promise.all(["root_cause", "contributing"].map(name => likely(shelf, name, near)));
  const cards = await Promise.all(near.slice(0, SHOWN).map(number => shelf.card(number)));
  return {
    near: near.length,
    causes: causes ?? [],
    contributing: contributing ?? [],
    cases: cards.flatMap(card => card ? [{
      id: card[1], title: card[2], url: card[3],
      remedies: card[7].filter(passage => passage[0] === REMEDIATION).map(passage => passage[1]),
    }] : []),
  };
}

/**
 * @param {Shelf} shelf
 * @param {string} name
 * @param {number[]} near
 * @returns {Promise<Likely[]>}
 */
async function likely(shelf, name, near) {
  const column = near.length > 0 ? await shelf.facet(name) : null;
  if (!column) return [];
  const counts = column.terms.map(([id, labels]) => ({ id, label: labels[shelf.entry.lang] ?? id, count: 0 }));
  for (const number of near) {
    for (const term of column.cases[number] ?? []) {
      const count = counts[term];
      if (count) count.count++;
    }
  }
  return counts.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count || (a.id < b.id ? -1 : 1));
}
