// What the pages of the search share: elements, texts of the interface, one result. The root is the way
// from a page to the site's root. Texts of the index enter the page as text nodes only.

/** @typedef {string | Record<string, string>} Text  a text, or one for each plural category */
/** @typedef {(key: string, values?: Record<string, string | number>) => string} Translate */

/**
 * The texts with their English defaults; `{n}`, `{query}` and the like are filled in.
 * @type {Record<string, Text>}
 */
const TEXTS = {
  count: { one: "{n} case", other: "{n} cases" },
  count_short: "({n})",
  none: "Nothing found for “{query}”.",
  none_signs: "Signs alone are not searched: add a word or a figure.",
  none_help: "Try fewer or other words, a word of the error message, or all languages.",
  empty: "Type a symptom, an error message, a name or a case's id.",
  corrected: "Also shown: {meant} for {typed}.",
  similar: "Similar spelling",
  some_words: "Not all words",
  date_unknown: "Date unknown",
  partial: "No case has all of these words. These have most of them.",
  beside: "The cases marked “Not all words” hold only some of these words and are not counted.",
  widened: "Nothing in this language. These are in others.",
  all_languages: "All languages",
  sort: "Order",
  sort_relevance: "Best match",
  sort_date: "Newest",
  sort_score: "Best supported",
  more: "More results",
  filters: "Narrow",
  clear: "Clear all",
  score: "Score {n}",
  also_in: "Also in",
  in_language: "Found in {language}",
  loading: "Searching…",
  failed: "The search cannot be used: {reason}",
  missing: "a part of the index cannot be fetched ({path}).",
  damaged: "a part of the index is damaged ({path}).",
  version: "the index has another format than this page reads ({path}).",
  unsupported: "this browser is too old for it.",
  retry: "Try again",
  facet_root_cause: "Root cause",
  facet_symptom: "Symptom",
  facet_component: "Component",
  facet_domain: "Domain",
  facet_contributing: "Contributing factor",
  facet_severity: "Severity",
  facet_type: "Type",
  facet_org: "Organisation",
  facet_year: "Year",
  diagnose_symptoms: "Which symptoms do you see?",
  diagnose_text: "Paste an alert, an error message or a stack trace",
  diagnose_go: "Diagnose",
  diagnose_causes: "Likely root causes",
  diagnose_contributing: "Factors that contributed",
  diagnose_remedies: "What fixed it",
  diagnose_cases: "The nearest cases",
  diagnose_of: { one: "{n} of {all} near case", other: "{n} of {all} near cases" },
  diagnose_none: "No case resembles this. Choose other symptoms, or fewer.",
};

/**
 * Makes an element.
 * @param {string} tag
 * @param {Record<string, string | boolean | null>} [attributes]
 * @param {(Node | string | null)[]} [children]
 * @returns {HTMLElement}
 */
export function make(tag, attributes = {}, children = []) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter(child => child !== null));
  return element;
}

/**
 * The page's texts, from `script#search-texts[type="application/json"]`.
 * @param {string} lang
 * @returns {Translate}
 */
export function texts(lang) {
  const block = document.getElementById("search-texts");
  /** @type {Record<string, Text>} */
  let own = {};
  try { own = block ? JSON.parse(block.textContent ?? "") : {}; } catch { /* the defaults are shown */ }
  const plurals = new Intl.PluralRules(lang), numbers = new Intl.NumberFormat(lang);
  return (key, values = {}) => {
    const text = own[key] ?? TEXTS[key] ?? key;
    const chosen = typeof text === "string" ? text : text[plurals.select(Number(values.n ?? 0))] ?? text.other ?? "";
    return chosen.replace(/\{(\w+)\}/g, (_, name) => {
      const value = values[name] ?? "";
      return typeof value === "number" ? numbers.format(value) : value;
    });
  };
}

/**
 * The text of a piece with its marks, as nodes.
 * @param {import("./excerpt.js").Excerpt} piece
 * @returns {(Node | string)[]}
 */
export function marked({ text, marks, before, after }) {
  /** @type {(Node | string)[]} */
  const nodes = before ? ["… "] : [];
  let at = 0;
  for (const [from, to] of marks) {
    nodes.push(text.slice(at, from), make("mark", {}, [text.slice(from, to)]));
    at = to;
  }
  nodes.push(text.slice(at), after ? " …" : "");
  return nodes;
}

/**
 * One result as an element.
 * @param {import("./search.js").Found} found
 * @param {string} root
 * @param {string} lang
 * @param {Translate} t
 */
export function resultItem(found, root, lang, t) {
  const names = new Intl.DisplayNames([lang], { type: "language" });
  const foreign = found.lang === lang ? null : found.lang;
  const fragment = found.excerpt.anchor ? `#${found.excerpt.anchor}` : "";
  const how = found.how === "mistaken" ? t("similar") : found.how === "partial" ? t("some_words") : "";
  const facts = [how, found.date || t("date_unknown"), found.score === null ? "" : t("score", { n: found.score }), foreign ? t("in_language", { language: names.of(foreign) ?? foreign }) : ""];
  return make("li", { class: "result" }, [
    make("h2", {}, [make("a", { href: root + found.url, lang: foreign, hreflang: foreign }, [found.title])]),
    make("p", { class: "facts" }, [facts.filter(fact => fact).join(" · ")]),
    make("p", { class: "excerpt", lang: foreign }, fragment
      ? [make("a", { href: root + found.url + fragment }, marked(found.excerpt))]
      : marked(found.excerpt)),
    found.languages.length === 0 ? null : make("p", { class: "also" }, [`${t("also_in")} ${found.languages.map(tag => names.of(tag) ?? tag).join(", ")}`]),
  ]);
}

/**
 * What went wrong, in the reader's words.
 * @param {unknown} fault
 * @param {Translate} t
 */
export function faultText(fault, t) {
  const { code = "missing", path = String(fault) } = /** @type {{code?: string, path?: string}} */ (fault);
  return t("failed", { reason: t(code, { path }) });
}
