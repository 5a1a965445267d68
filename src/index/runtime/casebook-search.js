// The public interface: import { open } from "/search/casebook-search.js".
import { SearchFault } from "./decode.js";
import { ofTerm } from "./hits.js";
import { resolve } from "./resolve.js";
import { search } from "./search.js";
import { Shelf } from "./shelf.js";
import { MARKED, WHOLE, tokenize } from "./tokens.js";

export { SearchFault };
/** What `diagnose.js` takes, which is a module of its own: a search needs none of it. */
export { MARKED, WHOLE, ofTerm, resolve, tokenize };

/**
 * @typedef {object} OpenOptions
 * @property {string} [lang]  the reader's language; default: that of the page
 * @property {URL | string} [base]  the site's root; default: the folder above this file
 * @property {(path: string) => Promise<Uint8Array>} [read]  gives a file under the root; default: fetch
 */

/** The index of a site, as a reader of one language searches it. */
export class SearchIndex {
  /** @param {Shelf} shelf */
  constructor(shelf) {
    this.shelves = [shelf];
  }

  /** The languages of the site, the default first. */
  get languages() {
    return this.shelves[0]?.entry.languages ?? [];
  }

  /** Number of cases. */
  get cases() {
    return this.shelves[0]?.entry.cases ?? 0;
  }

  /** The names of the facets. */
  get facets() {
    return (this.shelves[0]?.entry.facets ?? []).map(facet => facet.name);
  }

  /**
   * Answers a query.
   * @param {string} text
   * @param {import("./search.js").Options} [options]
   * @returns {Promise<import("./search.js").Answer>}
   */
  search(text, options) {
    return search(this.shelves, text, options);
  }

  /**
   * Likely causes of what is seen.
   * @param {{text?: string, symptoms?: string[]}} seen  a pasted text, ids of symptoms
   * @returns {Promise<import("./diagnose.js").Diagnosis>}
   */
  async diagnose(seen) {
    const { diagnose } = await import("./diagnose.js");
    return diagnose(/** @type {Shelf} */ (this.shelves[0]), seen);
  }

  /**
   * The terms of a facet in the reader's language, in their order.
   * @param {string} facet
   * @returns {Promise<{id: string, label: string}[]>}
   */
  async terms(facet) {
    const shelf = /** @type {Shelf} */ (this.shelves[0]);
    return ((await shelf.facet(facet))?.terms ?? []).map(([id, labels]) => ({ id, label: labels[shelf.entry.lang] ?? id }));
  }
}

/**
 * Opens the index of the site; fails with a SearchFault.
 * @param {OpenOptions} [options]
 * @returns {Promise<SearchIndex>}
 */
export async function open(options = {}) {
  if (typeof DecompressionStream === "undefined") throw new SearchFault("unsupported", "DecompressionStream");
  const base = new URL(options.base ?? "../", options.base ? globalThis.location?.href : import.meta.url);
  const read = options.read ?? (path => fetchFile(new URL(path, base), path));
  const lang = options.lang ?? globalThis.document?.documentElement.lang ?? "en";
  return new SearchIndex(await Shelf.open(read, lang));
}

/**
 * @param {URL} url
 * @param {string} path
 */
async function fetchFile(url, path) {
  // The entry keeps its name when the site changes: it is asked for anew.
  const fresh = path.split("/").length === 2;
  const response = await fetch(url, fresh ? { cache: "no-cache" } : {}).catch(() => null);
  if (!response?.ok) throw new SearchFault("missing", path);
  return new Uint8Array(await response.arrayBuffer());
}
