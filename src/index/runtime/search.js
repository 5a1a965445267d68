// A query into an ordered list of cases, from the built index alone. Twin of ../search.rs: both give the
// same cases in the same order, and an answer depends on nothing but the query and the index.
import { excerpt } from "./excerpt.js";
import { FULL, all, any, filter, hush, loudest, nearness, nothing, ofTerm, weigh } from "./hits.js";
import { exactKey, makePlan } from "./plan.js";
import { isQuote, parse, whole } from "./query.js";
import { compound, mistaken, resolve } from "./resolve.js";
import { Shelf } from "./shelf.js";
import { HANGUL, fold, tokenize } from "./tokens.js";

/** @typedef {import("./hits.js").Hits} Hits */
/** @typedef {import("./plan.js").Node} Node */
/** @typedef {import("./resolve.js").Resolved} Resolved */
/** @typedef {{number: number, tier: number, score: number, language: number}} Ranked */

/**
 * What the caller may choose.
 * @typedef {object} Options
 * @property {boolean} [allLanguages]  whether the other languages are searched from the start
 * @property {"relevance" | "date" | "score"} [sort]
 * @property {number} [offset]
 * @property {number} [limit]
 * @property {Record<string, string[]>} [filters]  chosen facet terms: any of one facet, all facets
 * @property {string[]} [facets]  facets to count
 */

/**
 * One result.
 * @typedef {object} Found
 * @property {string} id
 * @property {string} lang         the language of what is shown
 * @property {string} title
 * @property {string} url          from the site's root
 * @property {string} date
 * @property {number | null} score 0 to 100
 * @property {string[]} languages  other languages of the case
 * @property {string} matched      the language whose text matched
 * @property {"named" | "typed" | "mistaken" | "partial"} how  its title or name is the query; it holds the words; only with a word taken for another; not all words
 * @property {import("./excerpt.js").Excerpt} excerpt
 */

/**
 * A term of a facet: how many cases are left when it is chosen as well.
 * @typedef {object} Count
 * @property {string} id
 * @property {string} label
 * @property {number} count
 * @property {boolean} chosen
 */

/**
 * @typedef {object} Answer
 * @property {number} total  those found by typing mistakes only count where there are no others
 * @property {number} similar  cases beside them that were found by taking words for others
 * @property {[string, string][]} corrections  words taken for others, alone or as well: what was typed, what was meant
 * @property {boolean} partial  no case holds all words: those with most of them are given
 * @property {boolean} widened  the reader's language holds nothing: the others were searched
 * @property {Found[]} results
 * @property {Record<string, Count[]>} facets
 */

/** With fewer results than this, typing mistakes are considered. */
const ENOUGH = 10, NEARLY = 2;
/** So many cases whose name may be the query are looked at to tell whether it is. */
const MOST_NAMED = 16;
const VERY = 4294967295, GLOSSARY = 200;
const EXACT = 0, TYPED = 1, MISTYPED = 2, PARTIAL = 3, BESIDE = 4, FOREIGN = 5;
/** @type {("named" | "typed" | "mistaken" | "partial")[]} */
const HOW = ["named", "typed", "mistaken", "partial", "partial"];

/**
 * Answers `text`.
 * @param {Shelf[]} shelves  the reader's own; others are added as they are opened
 * @param {string} text
 * @param {Options} [options]
 * @returns {Promise<Answer>}
 */
export async function search(shelves, text, options = {}) {
  const own = /** @type {Shelf} */ (shelves[0]);
  const { lang, languages, facets } = own.entry;
  const query = parse(text, name => name === "score" || name === "date" || facets.some(facet => facet.name === name));
  const allowed = await conditions(own, query.conditions);
  /** @type {Answer} */
  const answer = { total: 0, similar: 0, corrections: [], partial: false, widened: false, results: [], facets: {} };
  /** @type {import("./excerpt.js").Marks[]} */
  const marks = [];
  /** @type {Map<number, Ranked>} */
  const ranked = new Map();
  const others = languages.filter(other => other !== lang);
  for (let at = 0; ; at++) {
    const shelf = shelves[at] ??= await Shelf.open(own.fetchFile, /** @type {string} */ (others[at - 1]));
    const found = await oneLanguage(shelf, query, allowed);
    for (const hit of found.ranked) {
      if (!ranked.has(hit.number)) ranked.set(hit.number, { ...hit, language: at, tier: hit.tier + (at === 0 ? 0 : FOREIGN) });
    }
    if (at === 0) answer.corrections = found.corrections;
    marks.push(found.marks);
    const widen = options.allLanguages || answer.widened || at === 0 && ranked.size === 0;
    if (!widen || at === others.length) break;
    if (!options.allLanguages) answer.widened = true;
  }
  answer.widened &&= ranked.size > 0;
  answer.partial = ranked.size > 0 && [...ranked.values()].every(hit => hit.tier % FOREIGN === PARTIAL);
  const hits = await narrow([...ranked.values()], own, options, answer);
  await order(hits, options.sort ?? "relevance", own);
  const counted = hits.filter(hit => hit.tier % FOREIGN !== BESIDE).length;
  const similar = hits.filter(hit => hit.tier % FOREIGN === MISTYPED).length;
  answer.similar = similar < counted ? similar : 0;
  answer.total = counted - answer.similar;
  const { offset = 0, limit = 10 } = options;
  answer.results = (await Promise.all(hits.slice(offset, offset + limit).map(hit => show(shelves, hit, marks)))).flat();
  return answer;
}

/**
 * @param {Shelf[]} shelves
 * @param {Ranked} hit
 * @param {import("./excerpt.js").Marks[]} marks
 * @returns {Promise<Found[]>}
 */
async function show(shelves, hit, marks) {
  const matched = /** @type {Shelf} */ (shelves[hit.language]);
  let shelf = /** @type {Shelf} */ (shelves[0]);
  let card = await shelf.card(hit.number);
  if (!card) {
    shelf = matched;
    card = await shelf.card(hit.number);
  }
  if (!card) return [];
  const [, id, title, url, date, score, languages] = card;
  return [{
    id, lang: shelf.entry.lang, title, url, date, languages, matched: matched.entry.lang,
    how: HOW[hit.tier % FOREIGN] ?? "partial",
    score: score === null ? null : score / 10,
    excerpt: excerpt(card, marks[hit.language] ?? { typed: [], meant: [] }),
  }];
}

/**
 * Keeps what the chosen facet terms allow, and counts what each further choice would leave.
 * @param {Ranked[]} hits
 * @param {Shelf} shelf
 * @param {Options} options
 * @param {Answer} answer
 * @returns {Promise<Ranked[]>}
 */
async function narrow(hits, shelf, { filters = {}, facets = [] }, answer) {
  const chosen = Object.entries(filters).filter(([, ids]) => ids.length > 0);
  const columns = new Map(await Promise.all([...new Set([...facets, ...chosen.map(([name]) => name)])]
    .map(async name => /** @type {const} */ ([name, await shelf.facet(name)]))));
  /** @type {Map<string, Set<number>>} */
  const wanted = new Map();
  for (const [name, ids] of chosen) {
    const numbers = ids.map(id => columns.get(name)?.terms.findIndex(term => term[0] === id) ?? -1).filter(at => at >= 0);
    // A value that the index does not know is ignored.
    if (numbers.length > 0) wanted.set(name, new Set(numbers));
  }
  /**
   * @param {number} number
   * @param {string} [except]
   */
  const fits = (number, except) => [...wanted].every(([name, terms]) =>
    name === except || columns.get(name)?.cases[number]?.some(term => terms.has(term)));
  for (const name of facets) {
    const column = columns.get(name);
    if (!column) continue;
    const counts = column.terms.map(() => 0);
    for (const hit of hits) {
      if (fits(hit.number, name)) for (const term of column.cases[hit.number] ?? []) counts[term] = (counts[term] ?? 0) + 1;
    }
    const list = column.terms.map(([id, labels], at) =>
      ({ id, label: labels[shelf.entry.lang] ?? labels[shelf.entry.languages[0] ?? ""] ?? id, count: counts[at] ?? 0, chosen: wanted.get(name)?.has(at) ?? false }));
    const collator = new Intl.Collator(shelf.entry.lang, { numeric: true });
    if (!shelf.entry.facets.find(facet => facet.name === name)?.ordered) {
      list.sort((a, b) => b.count - a.count || collator.compare(a.label, b.label));
    }
    answer.facets[name] = list;
  }
  return hits.filter(hit => fits(hit.number));
}

/**
 * @param {Ranked[]} hits
 * @param {"relevance" | "date" | "score"} sort
 * @param {Shelf} shelf
 */
async function order(hits, sort, shelf) {
  /**
   * @param {Ranked} a
   * @param {Ranked} b
   */
  const byRelevance = (a, b) => a.tier - b.tier || b.score - a.score || a.number - b.number;
  if (sort === "relevance") return void hits.sort(byRelevance);
  const cases = await shelf.cases();
  /** @param {Ranked} hit */
  const key = hit => cases[hit.number]?.[sort === "date" ? 0 : 1] ?? 0;
  hits.sort((a, b) => key(b) - key(a) || byRelevance(a, b));
}

/** @typedef {{ranked: Ranked[], corrections: [string, string][], marks: import("./excerpt.js").Marks}} Said */

/**
 * A name as it is compared: with its marks and without, spaces and quotes all alike.
 * @param {string} text
 * @returns {[string, string]}
 */
function spellings(text) {
  const even = [...text].map(c => isQuote(c) ? '"' : c).join("").split(/\p{White_Space}+/u).filter(word => word).join(" ");
  const { plain, marked } = fold(even);
  return [marked ?? plain, plain];
}

/**
 * What one language has to say.
 * @param {Shelf} shelf
 * @param {import("./query.js").Query} query
 * @param {Allowed} allowed
 */
async function oneLanguage(shelf, query, allowed) {
  // All shards of the dictionary that the words need, at once.
  await Promise.all(tokenize(query.words).map(token => shelf.shardFor(token.text)));
  const plan = await makePlan(shelf, query);
  const run = new Run(shelf, plan);
  await run.resolveAll();
  /** @type {Said} */
  const out = { ranked: [], corrections: [], marks: { typed: [], meant: [] } };
  const named = await run.named(query, allowed);
  if (plan.units.length > 0) await run.matching(allowed, named.size > 0, out);
  else if (query.conditions.length > 0 || plan.excluded.length > 0) out.ranked = rank(await run.keep(await run.everything(), allowed), TYPED);
  for (const [number, surely] of named) {
    const hit = out.ranked.find(hit => hit.number === number);
    if (hit) [hit.tier, hit.score] = [EXACT, Math.max(hit.score, surely)];
    else out.ranked.push({ number, tier: EXACT, score: surely, language: 0 });
  }
  plan.words.forEach(({ typed }, at) => out.marks[typed ? "typed" : "meant"].push(...run.resolved[at]?.marks ?? []));
  return out;
}

/**
 * @param {Hits} hits
 * @param {number} tier
 * @returns {Ranked[]}
 */
const rank = (hits, tier) => hits.cases.map((number, at) => ({ number, tier, score: hits.scores[at] ?? 0, language: 0 }));

/**
 * Cases that have at least half of the units that any case has, or one of the rarest; those with more of them first.
 * @param {Hits[]} units
 * @returns {Hits}
 */
function mostOf(units) {
  /** @type {Map<number, {score: number, masks: number[]}>} */
  const sums = new Map();
  for (const unit of units) {
    unit.cases.forEach((number, at) => {
      const sum = sums.get(number) ?? { score: 0, masks: [] };
      sum.score += unit.scores[at] ?? 0;
      sum.masks.push(unit.places[at] ?? 0);
      sums.set(number, sum);
    });
  }
  const held = units.filter(unit => unit.cases.length > 0), known = held.length;
  const rarest = Math.min(...held.map(unit => unit.cases.length));
  const rare = new Set(held.filter(unit => unit.cases.length <= NEARLY * rarest).flatMap(unit => unit.cases));
  const out = nothing();
  for (const [number, { score, masks }] of [...sums].sort((a, b) => a[0] - b[0])) {
    if (masks.length * 2 < known && !rare.has(number)) continue;
    const near = score + Math.floor(score * nearness(masks.filter(mask => mask !== 0)) / 100);
    out.cases.push(number);
    out.scores.push(Math.floor(near * masks.length / units.length));
    out.places.push(0);
  }
  return out;
}

/** A plan being carried out in one language. */
class Run {
  /**
   * @param {Shelf} shelf
   * @param {import("./plan.js").Plan} plan
   */
  constructor(shelf, plan) {
    this.shelf = shelf;
    this.plan = plan;
    /** @type {Resolved[]} */
    this.resolved = [];
    /** @type {([Resolved, Resolved] | null)[]} */
    this.compounds = [];
  }

  async resolveAll() {
    const { shelf, plan } = this;
    this.resolved = await Promise.all(plan.words.map(word => resolve(shelf, word.text, word.script, word.open)));
    this.compounds = await Promise.all(plan.words.map(async (word, at) => {
      const known = /** @type {Resolved} */ (this.resolved[at]);
      if (word.script !== HANGUL || known.meanings.some(meaning => !meaning.begun)) return null;
      const parts = await compound(shelf, word.text);
      if (!parts) return null;
      const [left, right] = await Promise.all(parts.map(part => resolve(shelf, part, HANGUL, false)));
      if (!left || !right) return null;
      known.marks.push(...left.marks, ...right.marks);
      return /** @type {[Resolved, Resolved]} */ ([left, right]);
    }));
  }

  /**
   * Looks for what mistyped words may mean: those of several that the texts do not hold, or the others.
   * @param {boolean} others
   * @returns {Promise<Hits[]>}
   */
  async considerMistakes(others) {
    const several = this.plan.units.length > 1;
    await Promise.all(this.plan.words.map(async ({ text, script, typed }, at) => {
      const resolved = /** @type {Resolved} */ (this.resolved[at]);
      const known = several && resolved.meanings.some(meaning => !meaning.begun && !meaning.mistaken);
      if (typed && known === others) await mistaken(this.shelf, text, script, several, resolved);
    }));
    return this.units(true);
  }

  /** All cases that exist in the language. */
  async everything() {
    const column = await this.shelf.facet("lang");
    const own = column?.terms.findIndex(term => term[0] === this.shelf.entry.lang) ?? -1;
    if (!column || own < 0) return nothing();
    const cases = column.cases.flatMap((terms, number) => terms.includes(own) ? [number] : []);
    return { cases, scores: cases.map(() => 0), places: cases.map(() => 0) };
  }

  /**
   * Adds the cases that hold the words: as typed, with mistakes, not all of them. Where a case is `named` by the
   * query, those that do not hold all words stand beside it.
   * @param {Allowed} allowed
   * @param {boolean} named
   * @param {Said} out
   */
  async matching(allowed, named, out) {
    const found = await this.keep(all(await this.units(false)), allowed);
    out.ranked = rank(found, TYPED);
    if (found.cases.length >= ENOUGH) return;
    let units = await this.considerMistakes(false);
    let held = await this.keep(all(units), allowed);
    if (held.cases.length === 0) held = await this.keep(all(units = await this.considerMistakes(true)), allowed);
    const known = new Set(found.cases);
    const more = filter(held, number => !known.has(number));
    out.ranked.push(...rank(more, MISTYPED));
    out.corrections = await this.corrections(more);
    if (this.plan.units.length < 2 || out.ranked.length >= ENOUGH) return;
    const listed = new Set(out.ranked.map(hit => hit.number));
    const tier = out.ranked.length === 0 && !named ? PARTIAL : BESIDE;
    let partial = rank(filter(await this.keep(mostOf(units), allowed), number => !listed.has(number)), tier);
    if (tier === BESIDE) {
      // They fill the first page, and are not counted.
      partial.sort((a, b) => b.score - a.score || a.number - b.number);
      partial = partial.slice(0, ENOUGH - out.ranked.length);
    }
    out.ranked.push(...partial);
  }

  /**
   * For each word the first of the words it may stand for that one of the new cases holds.
   * @param {Hits} more
   */
  async corrections(more) {
    /** @type {[string, string][]} */
    const told = [];
    if (more.cases.length === 0) return told;
    const cases = new Set(more.cases);
    for (const [at, { text }] of this.plan.words.entries()) {
      for (const [meant, terms] of this.resolved[at]?.corrections ?? []) {
        const postings = await Promise.all(terms.map(term => this.shelf.postings(term)));
        if (!postings.some(of => Array.from(of.cases).some(number => cases.has(number)))) continue;
        told.push([text, meant]);
        break;
      }
    }
    return told;
  }

  /** @param {boolean} mistakes */
  units(mistakes) {
    return Promise.all(this.plan.units.map(node => this.evaluate(node, mistakes)));
  }

  /**
   * @param {Node} node
   * @param {boolean} mistakes
   * @returns {Promise<Hits>}
   */
  async evaluate(node, mistakes) {
    switch (node.is) {
      case "word": return this.word(node.word, mistakes);
      case "all": return all(await Promise.all(node.nodes.map(other => this.evaluate(other, mistakes))));
      case "any": return any(await Promise.all(node.nodes.map(async ([weight, other]) => weigh(await this.evaluate(other, mistakes), weight))));
      case "phrase": return this.phrase(node.places, mistakes);
      case "meant": {
        const [own, ...forms] = /** @type {[Hits, ...Hits[]]} */ (await Promise.all(node.nodes.map(other => this.evaluate(other, mistakes))));
        // What the glossary puts beside a word speaks no louder than the word itself, however rare it is.
        const most = own.cases.length > 0 ? Math.floor(loudest(own) * GLOSSARY / FULL) : Infinity;
        return any([own, ...forms.map(form => hush(weigh(form, GLOSSARY), most))]);
      }
      case "first":
        for (const other of node.nodes) {
          const found = await this.evaluate(other, mistakes);
          if (found.cases.length > 0) return found;
        }
        return nothing();
    }
  }

  /**
   * @param {number} number
   * @param {boolean} mistakes
   * @returns {Promise<Hits>}
   */
  async word(number, mistakes) {
    const parts = this.compounds[number];
    const [own, ...both] = await Promise.all([/** @type {Resolved} */ (this.resolved[number]), ...parts ?? []].map(resolved => this.meanings(resolved, mistakes)));
    return any([/** @type {Hits} */ (own), ...parts ? [all(both)] : []]);
  }

  /**
   * @param {Resolved} resolved
   * @param {boolean} mistakes
   */
  async meanings(resolved, mistakes) {
    const meant = resolved.meanings.filter(meaning => mistakes || !meaning.mistaken);
    const postings = await Promise.all(meant.map(({ term }) => this.shelf.postings(term)));
    // A word that is only begun speaks no louder than the word itself.
    const most = Math.min(...postings.filter((_, at) => !meant[at]?.begun && !meant[at]?.mistaken).map(({ rarity }) => rarity));
    return any(postings.map((of, at) => {
      const { weight, begun } = /** @type {import("./resolve.js").Meaning} */ (meant[at]);
      return ofTerm(begun ? { ...of, rarity: Math.min(of.rarity, most) } : of, weight);
    }));
  }

  /**
   * Cases in which the words stand at their distances.
   * @param {[number, number][]} places
   * @param {boolean} mistakes
   * @returns {Promise<Hits>}
   */
  async phrase(places, mistakes) {
    const together = all(await Promise.all(places.map(([, word]) => this.word(word, mistakes))));
    if (together.cases.length === 0) return together;
    const known = new Set(together.cases);
    /** @type {Map<number, Set<number>> | null} */
    let starts = null;
    for (const [offset, word] of places) {
      const shift = offset - (places[0]?.[0] ?? 0);
      /** @type {Map<number, Set<number>>} */
      const here = new Map();
      for (const { term, mistaken } of /** @type {Resolved} */ (this.resolved[word]).meanings) {
        if (mistaken && !mistakes) continue;
        const postings = await this.shelf.postings(term);
        const positions = await this.shelf.positions(term, postings);
        postings.cases.forEach((number, at) => {
          if (!known.has(number)) return;
          const set = here.get(number) ?? new Set();
          for (const position of positions[at] ?? []) if (position >= shift) set.add(position - shift);
          here.set(number, set);
        });
      }
      if (!starts) { starts = here; continue; }
      for (const [number, set] of starts) {
        const other = here.get(number);
        for (const position of set) if (!other?.has(position)) set.delete(position);
        if (set.size === 0) starts.delete(number);
      }
    }
    return filter(together, number => starts?.has(number) ?? false);
  }

  /**
   * Without what is excluded and what the conditions rule out.
   * @param {Hits} hits
   * @param {Allowed} allowed
   */
  async keep(hits, allowed) {
    let left = filter(hits, allowed);
    for (const node of this.plan.excluded) {
      const out = new Set((await this.evaluate(node, false)).cases);
      left = filter(left, number => !out.has(number));
    }
    return left;
  }

  /**
   * Cases whose title or name the query is, and how surely: the very spelling before that without marks, and that
   * before one that only has the same words. What reads as syntax may be part of a title: then the title has to
   * have the same signs, and the conditions are none.
   * @param {import("./query.js").Query} query
   * @param {Allowed} allowed
   * @returns {Promise<Map<number, number>>}
   */
  async named(query, allowed) {
    const plain = query.excluded.length === 0 && query.conditions.length === 0;
    /** @type {Map<number, number>} */
    const named = new Map();
    if (!plain && query.excluded.length === 0 && query.phrases.length === 0) {
      for (const number of await this.exact(query.words)) if (allowed(number)) named.set(number, 0);
    }
    const [only, ...more] = query.phrases;
    const asked = spellings(only !== undefined && more.length === 0 && plain && !query.words ? only : query.text);
    for (const [at, number] of (await this.exact(query.text)).entries()) {
      const card = at < MOST_NAMED ? await this.shelf.card(number) : null;
      let surely = 0;
      for (const own of card ? [spellings(card[1]), spellings(card[2])] : []) {
        if (own[1] === asked[1]) surely = Math.max(surely, own[0] === asked[0] ? VERY : VERY - 1);
      }
      if (plain || surely > 0) named.set(number, Math.max(named.get(number) ?? 0, surely));
    }
    return named;
  }

  /** @param {string} words @returns {Promise<number[]>} */
  async exact(words) {
    const key = exactKey(words);
    const shard = key && await this.shelf.shardFor(key.filed);
    return shard?.exact.get(key?.print ?? 0) ?? [];
  }
}

/** @typedef {(number: number) => boolean} Allowed  whether the conditions allow a case */

/**
 * @param {Shelf} shelf
 * @param {import("./query.js").Condition[]} list
 * @returns {Promise<Allowed>}
 */
async function conditions(shelf, list) {
  if (list.length === 0) return () => true;
  const allowed = new Array(shelf.entry.cases).fill(true);
  for (const key of new Set(list.map(({ field, negative }) => `${field} ${negative}`))) {
    const holds = new Array(allowed.length).fill(false);
    const same = list.filter(({ field, negative }) => `${field} ${negative}` === key);
    for (const condition of same) await mark(shelf, condition, holds);
    const negative = same[0]?.negative ?? false;
    for (let at = 0; at < allowed.length; at++) allowed[at] &&= holds[at] !== negative;
  }
  return number => allowed[number] ?? false;
}

/**
 * @param {Shelf} shelf
 * @param {import("./query.js").Condition} condition
 * @param {boolean[]} holds
 */
async function mark(shelf, { field, test }, holds) {
  if (field === "score" || field === "date") {
    if (typeof test === "string") return;
    (await shelf.cases()).forEach(([date, score], at) => {
      const value = field === "date" ? date : score - 1;
      if ((field === "date" ? date : score) > 0 && value >= test[0] && value <= test[1]) holds[at] = true;
    });
    return;
  }
  const column = await shelf.facet(field);
  const fits = column?.terms.map(([id, labels, names = []]) => {
    if (typeof test === "string") return [id, ...Object.values(labels), ...names].some(name => name.toLowerCase() === test);
    const number = whole(id);
    return number !== null && number >= test[0] && number <= test[1];
  });
  column?.cases.forEach((terms, at) => { if (terms.some(term => fits?.[term])) holds[at] = true; });
}
