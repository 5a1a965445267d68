// The form of the contribute page: the only file of it that knows the DOM. The page brings the fields,
// made from the schema; here they are filled, kept, checked and shown as a record. Nothing is sent: the
// library's lists are read from the site itself, and the draft stays in this browser.
//
// What the page supplies:
//   form#contribute[data-root][data-lang], hidden      shown once the script is at work
//   [data-field][data-kind] around each control        with .fault and, for terms, ul.chosen
//   template#form:source, template#form:quote          one row each
//   script#contribute-data[type="application/json"]    fields, headings, texts, the host
import { addressKey, clean, faultsOf, hostAddress, line, marksOf, pathOf, QUOTE, write } from "./record.js";

/** @typedef {import("./record.js").Draft} Draft */
/** @typedef {import("./record.js").Fault} Fault */
/** @typedef {Record<string, string>} ByLang */
/** @typedef {{ id: string, label: ByLang, description?: ByLang, aliases?: Record<string, string[]> }} Term */
/** @typedef {{ id: string, label: string, also: string, folded: string[] }} Option */
/** @typedef {{ vocabularies: Record<string, Term[]> }} Vocabularies */
/** @typedef {{ cases: { id: string, path: string, title: ByLang }[] }} Cases */
/** @typedef {{ sources: { url: string | null, archived: string | null, cases: string[] }[] }} Sources */

const OFFERED = 12;

/**
 * What a word is compared by.
 * @param {string} text
 */
const fold = text => text.normalize("NFKD").toLowerCase().replace(/\p{Mn}/gu, "").replace(/[\s_-]+/g, " ").trim();

/** @param {string} id */
const byId = id => /** @type {HTMLElement} */ (document.getElementById(`form:${id}`));

/** Shows the form and keeps it going; without one nothing happens. */
function start() {
  const form = /** @type {HTMLFormElement | null} */ (document.getElementById("contribute"));
  const block = document.getElementById("contribute-data");
  if (!form || !block) return;
  const { fields, headings, texts, host } = /** @type {{ fields: import("./record.js").Field[], headings: Record<string, ByLang>, texts: ByLang, host: import("./record.js").Host | null }} */ (JSON.parse(block.textContent ?? ""));
  const root = new URL(form.dataset.root || "./", location.href), lang = form.dataset.lang ?? "en";
  const numbers = new Intl.NumberFormat(lang);
  const key = `casebook-draft:${root.pathname}`;
  /** @type {(name: string, values?: Record<string, string | number>) => string} */
  const t = (name, values = {}) => (texts[name] ?? name).replace(/\{(\w+)\}/g, (_, own) => {
    const value = values[own] ?? "";
    return typeof value === "number" ? numbers.format(value) : value;
  });

  /** @type {Map<string, Promise<unknown>>} */
  const lists = new Map();
  /**
   * A list of the site, read once; one that cannot be read offers nothing.
   * @template T
   * @param {string} name
   * @param {T} none
   * @returns {Promise<T>}
   */
  const list = (name, none) => {
    const known = lists.get(name) ?? fetch(new URL(`api/v1/${name}.json`, root)).then(answer => answer.ok ? answer.json() : none).catch(() => { lists.delete(name); return none; });
    lists.set(name, known);
    return /** @type {Promise<T>} */ (known);
  };
  /** @param {ByLang | undefined} words */
  const said = words => words?.[lang] ?? Object.values(words ?? {})[0] ?? "";
  /**
   * The terms of a vocabulary as they are offered.
   * @param {string} name
   * @returns {Promise<Option[]>}
   */
  const options = async name => ((await list("vocabularies", /** @type {Vocabularies} */ ({ vocabularies: {} }))).vocabularies[name] ?? []).map(term => ({
    id: term.id, label: said(term.label) || term.id, also: said(term.description),
    folded: [term.id, ...Object.values(term.label), ...Object.values(term.aliases ?? {}).flat()].map(fold),
  }));

  /** @param {string} place  @param {boolean} [touched] */
  const touch = (place, touched = true) => { if (touched) seen.add(place); };
  /** Places that were left once: before, nothing is said of them. @type {Set<string>} */
  const seen = new Set();
  /** Remarks that hold nothing up, by place. @type {Map<string, Node[]>} */
  const remarks = new Map();

  /** @param {string} name */
  const around = name => /** @type {HTMLElement} */ (form.querySelector(`[data-field="${name}"]`));
  /** @param {string} name */
  const control = name => /** @type {HTMLInputElement} */ (byId(name));
  /** @param {string} kind @returns {HTMLElement[]} */
  const rows = kind => [...byId(`${kind}s`).querySelectorAll(":scope > .row")].map(row => /** @type {HTMLElement} */ (row));
  /** @param {HTMLElement} row @param {string} name */
  const cell = (row, name) => /** @type {HTMLInputElement} */ (row.querySelector(`[data-name="${name}"]`));

  /** @returns {Draft} */
  const read = () => {
    /** @type {Draft} */
    const draft = { values: {}, terms: {}, loose: {}, sources: [], quotes: [] };
    for (const { name, kind } of fields) {
      if (kind !== "term" && kind !== "terms") draft.values[name] = control(name).value;
      else {
        draft.terms[name] = [...around(name).querySelectorAll("[data-id]")].map(one => /** @type {HTMLElement} */ (one).dataset.id ?? "");
        draft.loose[name] = control(name).value;
      }
    }
    draft.sources = rows("source").map(row => ({ url: cell(row, "url").value, kind: cell(row, "kind").value, published: cell(row, "published").value }));
    draft.quotes = rows("quote").map(row => ({ mark: cell(row, "mark").value, source: Number(cell(row, "source").value), quote: cell(row, "quote").value }));
    return draft;
  };

  /** Gives the rows their numbers, and every choice of a source its list. */
  const number = () => {
    for (const kind of ["source", "quote"]) rows(kind).forEach((row, at) => {
      const place = `${kind}-${at + 1}`;
      const legend = row.querySelector("legend");
      if (legend) legend.textContent = t(kind, { n: at + 1 });
      for (const input of row.querySelectorAll("[data-name]")) {
        const name = /** @type {HTMLElement} */ (input).dataset.name ?? "";
        const own = name === "url" || name === "quote" ? place : `${place}-${name}`;
        const labels = row.querySelector(`[data-for="${name}"]`), fault = row.querySelector(`[data-fault="${name}"]`);
        input.id = `form:${own}`;
        labels?.setAttribute("for", input.id);
        if (fault) fault.id = `form:${own}:fault`;
        input.setAttribute("aria-describedby", `form:${own}:fault`);
      }
    });
    const urls = rows("source").map(row => line(cell(row, "url").value));
    for (const row of rows("quote")) {
      const choice = cell(row, "source"), chosen = choice.value || "1";
      choice.replaceChildren(...urls.map((url, at) => new Option(`${numbers.format(at + 1)}. ${url}`, String(at + 1), false, String(at + 1) === chosen)));
    }
  };

  /**
   * Adds a row.
   * @param {"source" | "quote"} kind
   * @param {Record<string, string>} values
   */
  const add = (kind, values = {}) => {
    const made = /** @type {HTMLTemplateElement} */ (byId(kind)).content.cloneNode(true);
    const row = /** @type {HTMLElement} */ (/** @type {DocumentFragment} */ (made).firstElementChild);
    byId(`${kind}s`).append(row);
    for (const [name, value] of Object.entries(values)) {
      const input = cell(row, name);
      if (!input) continue;
      if (name === "source") input.append(new Option(value, value, false, true));
      input.value = value;
    }
    row.querySelector("button.remove")?.addEventListener("click", () => {
      const at = rows(kind).indexOf(row) + 1;
      // A quote goes on naming its source when one above it is gone.
      if (kind === "source") for (const other of rows("quote")) {
        const choice = cell(other, "source"), own = Number(choice.value);
        if (own > at) choice.value = String(own - 1);
      }
      row.remove();
      remarks.clear();
      changed();
      byId(`add-${kind}`).focus();
    });
    number();
    return row;
  };

  /** What was shown last, so that a later keystroke does not wait for it. */
  let record = "", path = "";
  const changed = () => {
    number();
    const draft = read();
    record = write(draft, fields, headings);
    path = pathOf(draft);
    byId("record").textContent = record;
    byId("path").textContent = path;
    const faults = faultsOf(draft, fields);
    showFaults(faults);
    for (const row of rows("quote")) {
      const counter = row.querySelector(".count");
      if (counter) counter.textContent = t("count", { n: [...clean(cell(row, "quote").value)].length, most: QUOTE });
    }
    const link = /** @type {HTMLAnchorElement | null} */ (document.getElementById("form:open"));
    if (link && host) {
      const { address, whole } = hostAddress(host, path, record);
      link.href = address;
      link.hidden = faults.length > 0;
      byId("paste").hidden = whole || faults.length > 0;
    }
    try { localStorage.setItem(key, JSON.stringify(draft)); } catch { /* a browser that keeps nothing */ }
  };

  /** @param {Fault[]} faults */
  const showFaults = faults => {
    for (const place of form.querySelectorAll(".fault")) place.replaceChildren(...(remarks.get(place.id.slice(5, -6)) ?? []));
    for (const input of form.querySelectorAll("[aria-invalid]")) input.removeAttribute("aria-invalid");
    for (const { place, key: what, values } of faults) {
      if (!seen.has(place)) continue;
      document.getElementById(`form:${place}:fault`)?.prepend(t(`fault_${what}`, values), " ");
      document.getElementById(`form:${place}`)?.setAttribute("aria-invalid", "true");
    }
    const left = byId("left"), all = JSON.stringify(faults);
    // A list that is the same stays, or a click on it would meet another element than it began on.
    if (left.dataset.all !== all) left.replaceChildren(...faults.map(({ place, key: what, values }) => {
      const target = document.getElementById(`form:${place}`), item = document.createElement("li");
      const name = target?.closest("fieldset.row")?.querySelector("legend")?.textContent ?? target?.dataset.label ?? "";
      const link = document.createElement("a");
      link.href = `#form:${place}`;
      link.textContent = `${name ? `${name}: ` : ""}${t(`fault_${what}`, values)}`;
      link.addEventListener("click", event => {
        event.preventDefault();
        touch(place);
        const first = target?.matches("input, textarea, select") ? target : target?.querySelector("button");
        /** @type {HTMLElement | null | undefined} */ (first)?.focus();
      });
      item.append(link);
      return item;
    }));
    left.dataset.all = all;
    const state = t(faults.length ? "left" : "ready", { n: faults.length });
    if (byId("state").textContent !== state) byId("state").textContent = state;
  };

  /**
   * Puts a remark, with a link to the case it is about.
   * @param {string} place
   * @param {string} what
   * @param {{ path: string, title: ByLang }[]} cases
   */
  const remark = (place, what, cases) => {
    remarks.set(place, cases.length ? [document.createTextNode(`${t(what)} `), ...cases.slice(0, 3).flatMap((one, at) => {
      const link = document.createElement("a");
      link.href = new URL(`${lang}/${one.path}`, root).href;
      link.textContent = said(one.title);
      return at ? [document.createTextNode(", "), link] : [link];
    })] : []);
    changed();
  };
  /** Looks for a case with this title. */
  const sameTitle = async () => {
    const title = fold(control("title").value);
    const { cases } = await list("cases", /** @type {Cases} */ ({ cases: [] }));
    remark("title", "same_title", title ? cases.filter(one => Object.values(one.title).some(own => fold(own) === title)) : []);
  };
  /** Looks for cases that rest on the same address. @param {HTMLInputElement} input */
  const sameSource = async input => {
    const own = addressKey(line(input.value)), place = input.id.slice(5);
    const [{ cases }, { sources }] = await Promise.all([list("cases", /** @type {Cases} */ ({ cases: [] })), list("sources", /** @type {Sources} */ ({ sources: [] }))]);
    const ids = own ? sources.filter(({ url, archived }) => [url, archived].some(one => one && addressKey(one) === own)).flatMap(source => source.cases) : [];
    remark(place, "same_source", cases.filter(one => ids.includes(one.id)));
  };

  /**
   * Makes a field a combobox (WAI-ARIA, list autocomplete).
   * @param {HTMLInputElement} input
   * @param {() => Promise<Option[]>} all
   * @param {(option: Option) => void} take
   */
  const combobox = (input, all, take) => {
    const box = document.createElement("ul");
    box.id = `${input.id}:list`;
    box.hidden = true;
    for (const [name, value] of [["role", "listbox"], ["aria-label", input.dataset.label ?? ""]]) box.setAttribute(String(name), String(value));
    for (const [name, value] of [["role", "combobox"], ["aria-autocomplete", "list"], ["aria-expanded", "false"], ["aria-controls", box.id]]) input.setAttribute(String(name), String(value));
    input.after(box);
    let at = -1;
    /** @type {Option[]} */
    let shown = [];
    const close = () => {
      box.hidden = true;
      at = -1;
      input.setAttribute("aria-expanded", "false");
      input.removeAttribute("aria-activedescendant");
    };
    const light = () => {
      [...box.children].forEach((item, own) => item.setAttribute("aria-selected", String(own === at)));
      const item = box.children[at];
      if (item) { input.setAttribute("aria-activedescendant", item.id); item.scrollIntoView({ block: "nearest" }); } else input.removeAttribute("aria-activedescendant");
    };
    const show = async () => {
      const typed = fold(input.value);
      const known = await all();
      if (fold(input.value) !== typed || document.activeElement !== input) return;
      /** @param {Option} one */
      const rank = one => {
        const place = Math.min(...one.folded.map(own => own.startsWith(typed) ? 0 : ` ${own}`.includes(` ${typed}`) ? 1 : own.includes(typed) ? 2 : 9));
        return place === 9 && fold(one.also).includes(typed) ? 3 : place;
      };
      shown = known.map(one => ({ one, rank: rank(one) })).filter(found => found.rank < 9).sort((a, b) => a.rank - b.rank).slice(0, typed ? OFFERED : known.length).map(found => found.one);
      box.replaceChildren(...shown.map((option, own) => {
        const item = document.createElement("li"), also = document.createElement("small");
        item.id = `${box.id}:${own}`;
        item.setAttribute("role", "option");
        also.textContent = option.also;
        item.append(option.label, " ", also);
        item.addEventListener("pointerdown", event => { event.preventDefault(); choose(option); });
        return item;
      }));
      at = -1;
      light();
      box.hidden = shown.length === 0;
      input.setAttribute("aria-expanded", String(!box.hidden));
    };
    /** @param {Option} option */
    const choose = option => { take(option); close(); changed(); };
    /** The option that what is typed names. */
    const named = async () => {
      const typed = fold(input.value);
      const option = typed ? (await all()).find(one => one.folded.includes(typed)) : undefined;
      if (option && fold(input.value) === typed) choose(option);
    };
    input.addEventListener("input", event => { if (!(/** @type {InputEvent} */ (event).isComposing)) void show(); });
    input.addEventListener("compositionend", () => void show());
    input.addEventListener("blur", () => { close(); void named(); });
    input.addEventListener("keydown", event => {
      if (event.isComposing) return;
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        event.preventDefault();
        if (box.hidden) return void show();
        const step = event.key === "ArrowDown" ? 1 : -1;
        at = (at + step + shown.length + (at < 0 && step < 0 ? 1 : 0)) % shown.length;
        light();
      } else if (event.key === "Enter") {
        event.preventDefault();
        const option = shown[at];
        if (option && !box.hidden) choose(option); else void named();
      } else if (event.key === "Escape" && !box.hidden) {
        event.preventDefault();
        close();
      }
    });
  };

  /**
   * Puts a term among those chosen.
   * @param {string} name
   * @param {string} id
   * @param {string} label
   */
  const choose = (name, id, label) => {
    const chosen = /** @type {HTMLElement} */ (around(name).querySelector(".chosen"));
    if (around(name).dataset.kind === "term") chosen.replaceChildren();
    if ([...chosen.children].some(one => /** @type {HTMLElement} */ (one).dataset.id === id)) return;
    const item = document.createElement("li"), remove = document.createElement("button");
    item.dataset.id = id;
    remove.type = "button";
    remove.textContent = `${label} ×`;
    remove.setAttribute("aria-label", t("remove", { name: label }));
    remove.addEventListener("click", () => { item.remove(); changed(); control(name).focus(); });
    item.append(remove);
    chosen.append(item);
  };

  for (const { name, kind, vocabulary } of fields) {
    const input = control(name);
    if (kind === "org") combobox(input, () => options("org"), option => { input.value = option.label; });
    if (vocabulary && (kind === "term" || kind === "terms")) combobox(input, () => options(vocabulary), option => { choose(name, option.id, option.label); input.value = ""; });
    if (kind === "text" || kind === "items") around(name).querySelector("button.cite")?.addEventListener("click", () => {
      const used = new Set([...rows("quote").map(row => cell(row, "mark").value), ...fields.flatMap(field => marksOf(field.kind === "terms" || field.kind === "term" ? "" : control(field.name).value))]);
      let mark = 1;
      while (used.has(String(mark))) mark++;
      const at = input.selectionEnd ?? input.value.length;
      input.setRangeText(`[^${mark}]`, at, at, "end");
      if (!rows("source").length) add("source");
      const row = add("quote", { mark: String(mark), source: "1" });
      changed();
      cell(row, "quote").focus();
    });
  }

  const kept = (() => { try { return localStorage.getItem(key); } catch { return null; } })();
  /** @type {Partial<Draft>} */
  let draft = {};
  try { draft = JSON.parse(kept ?? "{}") ?? {}; } catch { /* what is no draft is forgotten */ }
  for (const { name, kind } of fields) {
    const value = draft.values?.[name] ?? draft.loose?.[name];
    if (typeof value === "string" && (kind !== "language" || [.../** @type {any} */ (control(name)).options].some((/** @type {HTMLOptionElement} */ one) => one.value === value))) control(name).value = value;
    const ids = draft.terms?.[name];
    const vocabulary = fields.find(field => field.name === name)?.vocabulary;
    if (Array.isArray(ids) && ids.length && vocabulary) void options(vocabulary).then(known => {
      for (const id of ids) {
        const option = known.find(one => one.id === id);
        if (option) choose(name, option.id, option.label);
      }
      changed();
    });
  }
  const strings = (/** @type {object} */ row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)]));
  if (Array.isArray(draft.sources)) for (const source of draft.sources) add("source", strings(source ?? {}));
  if (Array.isArray(draft.quotes)) for (const quote of draft.quotes) add("quote", strings(quote ?? {}));
  if (!rows("source").length) add("source");

  form.addEventListener("submit", event => event.preventDefault());
  form.addEventListener("input", changed);
  form.addEventListener("focusout", event => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    if (!input.id.startsWith("form:")) return;
    touch(input.id.slice(5));
    showFaults(faultsOf(read(), fields));
    // What has to be asked for first is told later.
    if (input.id === "form:title") void sameTitle();
    else if (input.dataset.name === "url") void sameSource(input);
  });
  for (const kind of /** @type {const} */ (["source", "quote"])) byId(`add-${kind}`).addEventListener("click", () => {
    const row = add(kind);
    changed();
    /** @type {HTMLElement | null} */ (row.querySelector("[data-name]"))?.focus();
  });
  byId("copy").addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(record);
      byId("done").textContent = t("copied");
    } catch {
      getSelection()?.selectAllChildren(byId("record"));
      byId("done").textContent = t("selected");
    }
  });
  byId("download").addEventListener("click", () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([record], { type: "text/markdown" }));
    link.download = path.slice(path.lastIndexOf("/") + 1);
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  });
  byId("discard").addEventListener("click", () => {
    if (!confirm(t("discard_sure"))) return;
    try { localStorage.removeItem(key); } catch { /* nothing was kept */ }
    form.reset();
    remarks.clear();
    seen.clear();
    for (const row of [...rows("source"), ...rows("quote"), ...form.querySelectorAll(".chosen > li")]) row.remove();
    add("source");
    changed();
    try { localStorage.removeItem(key); } catch { /* nothing was kept */ }
    control("title").focus();
  });
  form.hidden = false;
  changed();
  // An untouched form is no draft.
  if (kept === null) try { localStorage.removeItem(key); } catch { /* nothing was kept */ }
}

start();
