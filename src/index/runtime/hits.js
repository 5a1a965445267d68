// Sets of cases with scores. Whole numbers only, so that every machine gives the same order.
// Twin of ../hits.rs.

/**
 * Cases that match, ascending, with what speaks for each.
 * @typedef {object} Hits
 * @property {number[]} cases
 * @property {number[]} scores
 * @property {number[]} places  sections that hold the match; 0 where nearness says nothing
 */

/** The weight of a term that is meant exactly; the others are shares of it. */
export const FULL = 256;
const ALL_NEAR = 40, SOME_NEAR = 15;

/** @returns {Hits} */
export const nothing = () => ({ cases: [], scores: [], places: [] });

/**
 * @param {import("./decode.js").Postings} postings
 * @param {number} weight
 * @returns {Hits}
 */
export function ofTerm({ rarity, cases, impacts, places }, weight) {
  const scores = Array.from(impacts, impact => Math.floor(rarity * impact * weight / FULL));
  return { cases, scores, places: places.length > 0 ? places : cases.map(() => 0) };
}

/**
 * Cases that are in any of the sets, with the better score.
 * @param {Hits[]} sets
 * @returns {Hits}
 */
export const any = sets => sets.reduce((all, set) => all.cases.length === 0 ? set : union(all, set), nothing());

/**
 * @param {Hits} a
 * @param {Hits} b
 */
function union(a, b) {
  const out = nothing();
  let i = 0, j = 0;
  while (i < a.cases.length || j < b.cases.length) {
    const left = a.cases[i] ?? Infinity, right = b.cases[j] ?? Infinity;
    let score = 0, places = 0;
    if (left <= right) {
      score = a.scores[i] ?? 0;
      places = a.places[i++] ?? 0;
    }
    if (right <= left) {
      score = Math.max(score, b.scores[j] ?? 0);
      places |= b.places[j++] ?? 0;
    }
    out.cases.push(Math.min(left, right));
    out.scores.push(score);
    out.places.push(places);
  }
  return out;
}

/**
 * Cases that are in all of the sets, with the sum of the scores and more for nearness.
 * @param {Hits[]} sets
 * @returns {Hits}
 */
export function all(sets) {
  const out = nothing();
  const first = sets[0];
  if (!first) return out;
  const least = sets.reduce((least, set) => set.cases.length < least.cases.length ? set : least, first);
  const at = sets.map(() => 0);
  cases: for (const number of least.cases) {
    const masks = [];
    let score = 0, places = 0;
    for (let s = 0; s < sets.length; s++) {
      const set = /** @type {Hits} */ (sets[s]);
      let here = at[s] ?? 0;
      while (here < set.cases.length && /** @type {number} */ (set.cases[here]) < number) here++;
      at[s] = here;
      if (set.cases[here] !== number) continue cases;
      const mask = set.places[here] ?? 0;
      score += set.scores[here] ?? 0;
      places |= mask;
      if (mask !== 0) masks.push(mask);
    }
    out.cases.push(number);
    out.scores.push(score + Math.floor(score * nearness(masks) / 100));
    out.places.push(places);
  }
  return out;
}

/**
 * What the nearness of words that stand in these sections adds, in percent.
 * @param {number[]} masks
 */
export function nearness(masks) {
  if (masks.length < 2) return 0;
  // A section reaches into the next one; the title reaches nowhere.
  const wide = masks.map(mask => mask | (mask & ~1) << 1);
  if (wide.reduce((shared, mask) => shared & mask, -1) !== 0) return ALL_NEAR;
  const some = masks.length > 2 && wide.some((a, at) => wide.slice(at + 1).some(b => (a & b) !== 0));
  return some ? SOME_NEAR : 0;
}

/** @param {Hits} hits */
export const loudest = hits => hits.scores.reduce((most, score) => Math.max(most, score), 0);

/**
 * All scores smaller by the same share, so that none exceeds `most`.
 * @param {Hits} hits
 * @param {number} most
 * @returns {Hits}
 */
export function hush(hits, most) {
  const own = loudest(hits);
  return own > most ? { ...hits, scores: hits.scores.map(score => Math.floor(score * most / own)) } : hits;
}

/**
 * Every score as a share of 256.
 * @param {Hits} hits
 * @param {number} weight
 * @returns {Hits}
 */
export function weigh(hits, weight) {
  return weight === FULL ? hits : { ...hits, scores: hits.scores.map(score => Math.floor(score * weight / FULL)) };
}

/**
 * The cases for which `keep` holds.
 * @param {Hits} hits
 * @param {(number: number) => boolean} keep
 * @returns {Hits}
 */
export function filter(hits, keep) {
  const out = nothing();
  hits.cases.forEach((number, at) => {
    if (!keep(number)) return;
    out.cases.push(number);
    out.scores.push(hits.scores[at] ?? 0);
    out.places.push(hits.places[at] ?? 0);
  });
  return out;
}
