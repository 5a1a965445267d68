// The search page: the only file of the search that knows the DOM. It upgrades the page's form.
//
// What the page supplies:
//   form#search[data-root][data-lang] with input[name=q]   the root is the way to the site's root
//   #results                                               empty; everything is put in here
//   script#search-texts[type="application/json"]           the interface's texts, see TEXTS in page.js
// Texts of the index enter the page as text nodes only.
import { open } from "./casebook-search.js";
import { faultText, make, resultItem, texts } from "./page.js";

/** @typedef {import("./search.js").Answer} Answer */

/** Facets that are shown, in this order; a page may name others in `data-facets`. */
const FACETS = "root_cause symptom component domain contributing severity type org year";
const PAGE = 10, SHOWN_TERMS = 8;

/**
 * What the address says.
 * @typedef {object} View
 * @property {string} q
 * @property {Record<string, string[]>} filters
 * @property {"relevance" | "date" | "score"} sort
 * @property {boolean} all
 * @property {number} shown
 */

/**
 * Reads the view from an address; what it does not know is ignored.
 * @param {string} search
 * @param {string[]} facets
 * @returns {View}
 */
export function readView(search, facets) {
  const parameters = new URLSearchParams(search);
  const sort = parameters.get("sort");
  const shown = Number(parameters.get("n"));
  return {
    q: parameters.get("q") ?? "",
    filters: Object.fromEntries(facets.map(name => [name, [...new Set(parameters.getAll(name))]])),
    sort: sort === "date" || sort === "score" ? sort : "relevance",
    all: parameters.get("all") === "1",
    shown: Number.isInteger(shown) && shown > PAGE && shown <= 500 ? shown : PAGE,
  };
}

/**
 * Writes a view as an address.
 * @param {View} view
 * @returns {string}
 */
export function writeView({ q, filters, sort, all, shown }) {
  const parameters = new URLSearchParams();
  if (q) parameters.set("q", q);
  for (const [name, ids] of Object.entries(filters)) for (const id of ids) parameters.append(name, id);
  if (sort !== "relevance") parameters.set("sort", sort);
  if (all) parameters.set("all", "1");
  if (shown > PAGE) parameters.set("n", String(shown));
  const text = parameters.toString();
  return text ? `?${text}` : "";
}

/** Upgrades the page's form; without it nothing happens. */
export function start() {
  const form = /** @type {HTMLFormElement | null} */ (document.getElementById("search"));
  const field = /** @type {HTMLInputElement | null} */ (form?.querySelector("input[name=q]"));
  const place = document.getElementById("results");
  if (!form || !field || !place) return;
  const root = form.dataset.root ?? "", lang = form.dataset.lang ?? document.documentElement.lang;
  const facets = (form.dataset.facets ?? FACETS).split(" ");
  const t = texts(lang);
  const status = make("p", { role: "status", class: "status" });
  const notes = make("div", { class: "notes" });
  const list = make("ol", { class: "results" });
  const more = /** @type {HTMLButtonElement} */ (make("button", { type: "button", class: "more", hidden: true }, [t("more")]));
  const narrowed = make("form", { class: "filters", "aria-label": t("filters") });
  place.replaceChildren(make("div", { class: "search-main" }, [status, notes, list, more]), narrowed);

  let view = readView(location.search, facets);
  let asked = 0;
  /** @type {Promise<import("./casebook-search.js").SearchIndex> | null} */
  let index = null;
  const opened = () => index ??= open({ lang, base: new URL(root || "./", location.href) }).catch(fault => { index = null; throw fault; });
  field.value = view.q;

  /** Shows the view; a later question makes an earlier answer void. */
  const show = async () => {
    const mine = ++asked;
    if (!view.q.trim() && Object.values(view.filters).every(ids => ids.length === 0)) {
      status.textContent = t("empty");
      notes.replaceChildren();
      list.replaceChildren();
      narrowed.replaceChildren();
      more.hidden = true;
      return;
    }
    place.setAttribute("aria-busy", "true");
    if (list.childElementCount === 0) status.textContent = t("loading");
    try {
      const found = await (await opened()).search(view.q, { limit: view.shown, sort: view.sort, allLanguages: view.all, filters: view.filters });
      if (mine !== asked) return;
      showResults(found);
      // Counts come after the results: they need more of the index.
      const counted = await (await opened()).search(view.q, { limit: 0, allLanguages: view.all, filters: view.filters, facets });
      if (mine !== asked) return;
      showFacets(counted);
    } catch (fault) {
      if (mine === asked) showFault(fault);
    } finally {
      if (mine === asked) place.removeAttribute("aria-busy");
    }
  };

  /** @param {Answer} answer */
  const showResults = answer => {
    status.textContent = answer.total > 0 ? t("count", { n: answer.total }) : t("none", { query: view.q });
    notes.replaceChildren(...[
      ...answer.corrections.map(([typed, meant]) => t("corrected", { typed, meant })),
      answer.partial ? t("partial") : answer.total > 0 && answer.results.some(found => found.how === "partial") ? t("beside") : "",
      answer.widened ? t("widened") : "",
      answer.total > 0 ? "" : /[\p{L}\p{N}]/u.test(view.q) ? t("none_help") : t("none_signs"),
    ].filter(note => note).map(note => make("p", {}, [note])));
    list.replaceChildren(...answer.results.map(found => resultItem(found, root, lang, t)));
    more.hidden = answer.total + answer.similar <= answer.results.length;
  };

  /** @param {Answer} answer */
  const showFacets = answer => {
    const focused = document.activeElement?.id;
    const groups = Object.entries(answer.facets).map(([name, terms]) => {
      const useful = terms.filter(term => term.count > 0 || term.chosen);
      if (useful.length < 2 && !useful.some(term => term.chosen)) return null;
      const items = useful.map((term, at) => {
        const id = `facet-${name}-${term.id}`;
        const box = make("input", { type: "checkbox", id, name, value: term.id, checked: term.chosen });
        return make("li", { hidden: at >= SHOWN_TERMS && !term.chosen }, [box, make("label", { for: id }, [`${term.label} `, make("small", {}, [t("count_short", { n: term.count })])])]);
      });
      const rest = items.filter(item => item.hidden);
      const open = /** @type {HTMLButtonElement} */ (make("button", { type: "button", hidden: rest.length === 0 }, [`+${rest.length}`]));
      open.addEventListener("click", () => {
        for (const item of rest) item.hidden = false;
        open.hidden = true;
      });
      const legend = form.getAttribute(`data-facet-${name.replaceAll("_", "-")}`) ?? t(`facet_${name}`);
      return make("fieldset", {}, [make("legend", {}, [legend]), make("ul", {}, items), open]);
    });
    const sort = make("select", { name: "sort", id: "sort" }, ["relevance", "date", "score"].map(value =>
      make("option", { value, selected: value === view.sort }, [t(`sort_${value}`)])));
    const all = make("input", { type: "checkbox", name: "all", id: "all-languages", checked: view.all });
    const chosen = Object.values(view.filters).some(ids => ids.length > 0);
    const clear = make("button", { type: "button", hidden: !chosen }, [t("clear")]);
    clear.addEventListener("click", () => go({ ...view, filters: {}, shown: PAGE }, true));
    narrowed.replaceChildren(
      make("p", {}, [make("label", { for: "sort" }, [t("sort")]), " ", sort]),
      make("p", {}, [all, make("label", { for: "all-languages" }, [t("all_languages")])]),
      ...groups.filter(group => group !== null),
      clear,
    );
    if (focused) document.getElementById(focused)?.focus();
  };

  /** @param {unknown} fault */
  const showFault = fault => {
    status.textContent = faultText(fault, t);
    const retry = make("button", { type: "button" }, [t("retry")]);
    retry.addEventListener("click", show);
    notes.replaceChildren(retry);
    list.replaceChildren();
    narrowed.replaceChildren();
    more.hidden = true;
  };

  /**
   * Goes to another view: by a step of the history, or in place while the reader types.
   * @param {View} next
   * @param {boolean} step
   */
  const go = (next, step) => {
    view = next;
    const address = location.pathname + writeView(view);
    if (step) history.pushState(null, "", address); else history.replaceState(null, "", address);
    void show();
  };

  let waiting = 0;
  field.addEventListener("input", event => {
    // An input method is not done until it says so.
    if (/** @type {InputEvent} */ (event).isComposing) return;
    clearTimeout(waiting);
    waiting = window.setTimeout(() => go({ ...view, q: field.value, shown: PAGE }, false), 120);
  });
  field.addEventListener("compositionend", () => go({ ...view, q: field.value, shown: PAGE }, false));
  field.addEventListener("focus", () => void opened().catch(() => null), { once: true });
  form.addEventListener("submit", event => {
    event.preventDefault();
    clearTimeout(waiting);
    go({ ...view, q: field.value, shown: PAGE }, true);
  });
  narrowed.addEventListener("submit", event => event.preventDefault());
  narrowed.addEventListener("change", () => {
    const data = new FormData(/** @type {HTMLFormElement} */ (narrowed));
    const sort = data.get("sort");
    go({
      ...view,
      filters: Object.fromEntries(facets.map(name => [name, data.getAll(name).map(String)])),
      sort: sort === "date" || sort === "score" ? sort : "relevance",
      all: data.has("all"),
      shown: PAGE,
    }, true);
  });
  more.addEventListener("click", () => {
    const seen = list.childElementCount;
    go({ ...view, shown: view.shown + PAGE }, false);
    // The keyboard goes on where the new results begin.
    const waiting = new MutationObserver(() => {
      if (list.childElementCount <= seen) return;
      waiting.disconnect();
      list.children[seen]?.querySelector("a")?.focus();
    });
    waiting.observe(list, { childList: true });
  });
  window.addEventListener("popstate", () => {
    view = readView(location.search, facets);
    field.value = view.q;
    void show();
  });
  document.addEventListener("keydown", event => {
    const writing = event.target instanceof HTMLElement && event.target.matches("input, textarea, select, [contenteditable]");
    if (event.key === "/" && !writing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      field.focus();
      field.select();
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && !event.isComposing) {
      const links = [...list.querySelectorAll("h2 a")];
      const at = links.indexOf(/** @type {Element} */ (document.activeElement));
      if (at < 0 && document.activeElement !== field) return;
      const next = event.key === "ArrowDown" ? links[at + 1] : at > 0 ? links[at - 1] : field;
      if (next instanceof HTMLElement) {
        event.preventDefault();
        next.focus();
      }
    }
  });
  void show();
}

if (typeof document !== "undefined") start();
