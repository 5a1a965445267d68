// A draft into a Markdown record, and what is still wrong with it. Pure: knows neither the page nor the
// network. What is written here is read by `casebook check` as it was typed: a text that would be read
// as structure in the body stands in the front matter, in quotes.

/**
 * A field of the form, in the order of the record.
 * @typedef {object} Field
 * @property {string} name  the field of the record, `impact.users` for a part of one
 * @property {"line" | "text" | "items" | "term" | "terms" | "date" | "length" | "org" | "language"} kind
 * @property {boolean} required
 * @property {string | null} vocabulary
 */

/** @typedef {{ url: string, kind: string, published: string }} Source */
/** @typedef {{ mark: string, source: number, quote: string }} Quote  `source` counts the sources from 1 */

/**
 * What was typed. Values of `term` and `terms` are ids; a word that is no term stands in `loose`.
 * @typedef {object} Draft
 * @property {Record<string, string>} values
 * @property {Record<string, string[]>} terms
 * @property {Record<string, string>} loose
 * @property {Source[]} sources
 * @property {Quote[]} quotes
 */

/** @typedef {{ place: string, key: string, values?: Record<string, string | number> }} Fault */

/** The most characters of a quote. */
export const QUOTE = 300;
/** The most characters of a title that lists still show whole. */
export const TITLE = 200;
/** The longest address that hosts and browsers pass on. */
const ADDRESS = 8000;

/**
 * A text without what no record holds: carriage returns, controls, halves of characters.
 * @param {string} text
 */
export function clean(text) {
  return text.replace(/\r\n?/g, "\n").replace(/[\0-\x08\x0b-\x1f\x7f]/g, "").replace(/[\ud800-\udfff]/gu, "\ufffd").trim();
}

/**
 * A line without breaks.
 * @param {string} text
 */
export const line = text => clean(text).replace(/\s+/g, " ");

/**
 * A scalar in double quotes, for YAML as for JSON; what cannot be seen is escaped.
 * @param {string} text
 */
export function scalar(text) {
  return JSON.stringify(text).replace(/[\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff\ufff0-\uffff]/g, one => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/**
 * The marks of a text, each once.
 * @param {string} text
 */
export function marksOf(text) {
  return [...new Set([...text.matchAll(/\[\^([^\]\s]+)\]/g)].map(found => found[1] ?? ""))];
}

/**
 * The items of a list, one a line; bullets that people type are not part of them.
 * @param {string} text
 */
export function itemsOf(text) {
  return clean(text).split("\n").map(item => line(item.replace(/^\s*(?:[-*•]\s+)+/, ""))).filter(item => item);
}

/** Beginnings of lines that are structure in a body, comments, and characters that are not kept there. */
const STRUCTURE = /^[ \t]*(?:#|[-=+]{3}|[-=]+[ \t]*$|\[\^?[^\]\n]*\]:|```|~~~|<)|<!--|[ \t]$|[\x80-\x9f\u2028\u2029\ufeff\ufff0-\uffff]/m;
/** Beginnings of a list's item within another. */
const BULLET = /^(?:[-*+]|\d+[.)])(?:\s|$)/;
/** What a quote in a note cannot hold without being read otherwise. */
const UNQUOTABLE = /["“”„«»「」『』\n\\&*_`<>[\]|]|\s{2}|[\x80-\x9f\u2028\u2029\ufeff\ufff0-\uffff]/;
/** A mark that a note can have. */
const MARK = /^[\p{L}\p{N}][\p{L}\p{N}_.-]*$/u;

/**
 * The file's name, from the title.
 * @param {Draft} draft
 */
export function pathOf(draft) {
  const words = (draft.values.title ?? "").normalize("NFKC").toLowerCase().split(/[^\p{L}\p{N}\p{M}]+/u).filter(word => word);
  let stem = "";
  for (const word of words) {
    if (stem && stem.length + word.length >= 48) break;
    stem += (stem && "-") + word.slice(0, 48);
  }
  return `content/cases/${stem || "new"}.${draft.values.lang || "en"}.md`;
}

/**
 * The record.
 * @param {Draft} draft
 * @param {Field[]} fields
 * @param {Record<string, Record<string, string>>} headings  by language, by field
 */
export function write(draft, fields, headings) {
  const front = ["id: NEW"];
  /** @type {string[]} */
  const body = [];
  /** @type {Map<string, string[]>} */
  const parts = new Map();
  const own = headings[draft.values.lang ?? ""] ?? Object.values(headings)[0] ?? {};
  for (const { name, kind } of fields) {
    const [table = "", part] = name.split(".");
    const ids = draft.terms[name] ?? [];
    const value = kind === "text" || kind === "items" ? clean(draft.values[name] ?? "") : line(draft.values[name] ?? "");
    if (kind === "term" && ids[0]) front.push(`${name}: ${ids[0]}`);
    else if (kind === "terms" && ids.length) front.push(`${name}: [${ids.join(", ")}]`);
    else if (!value) continue;
    else if (part) {
      const known = parts.get(table);
      if (known) known.push(`${part}: ${scalar(value)}`);
      else parts.set(table, [`${part}: ${scalar(value)}`]);
    } else if (kind === "items") {
      const items = itemsOf(value);
      if (own[name] && !items.some(item => STRUCTURE.test(item) || BULLET.test(item))) body.push(`## ${own[name]}\n\n${items.map(item => `- ${item}\n`).join("")}`);
      else front.push(`${name}:`, ...items.map(item => `  - {text: ${scalar(item)}}`));
    } else if (kind === "text") {
      if (own[name] && !STRUCTURE.test(value)) body.push(name === "summary" ? `${value}\n` : `## ${own[name]}\n\n${value}\n`);
      else if (name === "impact") parts.set(name, [...(parts.get(name) ?? []), `scope: ${scalar(value)}`]);
      else front.push(`${name}: ${scalar(value)}`);
    } else front.push(`${name}: ${kind === "language" ? value : scalar(value)}`);
  }
  for (const [table, told] of parts) front.push(`${table}: {${told.join(", ")}}`);
  const sources = draft.sources.map(({ url, kind, published }, at) => line(url) &&
    `  - {id: s${at + 1}, url: ${scalar(line(url))}${kind && `, kind: ${kind}`}${line(published) && `, published: ${scalar(line(published))}`}}`).filter(told => told);
  if (sources.length) front.push("sources:", ...sources);
  const notes = notesOf(draft, front);
  front.push('review: {written_by: "a person"}');
  // The summary has no heading, so it stands first.
  return `---\n${front.join("\n")}\n---\n${body.map(text => `\n${text}`).join("")}${notes && `\n${notes}`}`;
}

/**
 * The notes, or the front matter's `evidence` for marks with a quote that no note can hold.
 * @param {Draft} draft
 * @param {string[]} front
 */
function notesOf(draft, front) {
  /** @type {Map<string, Quote[]>} */
  const all = new Map();
  for (const told of draft.quotes) if (line(told.mark) && clean(told.quote)) all.set(line(told.mark), [...(all.get(line(told.mark)) ?? []), told]);
  let notes = "";
  /** @type {string[]} */
  const evidence = [];
  for (const [mark, quotes] of all) {
    const plain = MARK.test(mark) && quotes.every(({ quote }) => !UNQUOTABLE.test(clean(quote)));
    if (plain) notes += quotes.map(({ source, quote }, at) => `${at ? "    " : `[^${mark}]: `}s${source}: "${clean(quote)}"\n`).join("");
    else evidence.push(`  ${scalar(mark)}: [${quotes.map(({ source, quote }) => `{source: s${source}, quote: ${scalar(clean(quote))}}`).join(", ")}]`);
  }
  if (evidence.length) front.push("evidence:", ...evidence);
  return notes;
}

/**
 * Whether `written` is a year, a month, a day, an instant with its offset, or `unknown`.
 * @param {string} written
 */
export function isDate(written) {
  if (written === "unknown") return true;
  const found = /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(?:Z|[+-](\d\d):(\d\d)))?)?)?$/.exec(written);
  if (!found) return false;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0, hours = 0, minutes = 0] = found.slice(1).map(part => part === undefined ? undefined : Number(part));
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  return day >= 1 && day <= days && hour < 24 && minute < 60 && second < 60 && hours < 24 && minutes < 60;
}

/**
 * Whether `written` is a length of time: larger units first, each once.
 * @param {string} written
 */
export const isLength = written => written === "unknown" || (/\d/.test(written) && /^(?:\d+w *)?(?:\d+d *)?(?:\d+h *)?(?:\d+m *)?(?:\d+s)?$/.test(written));

/**
 * Whether `written` is an address that a record may name.
 * @param {string} written
 */
export const isAddress = written => /^https?:\/\/[^\s/?#.:][^\s<>"\\`{}|^\x00-\x1f]*$/i.test(written);

/**
 * What addresses of one page have in common: without scheme, `www.`, a final slash, or an archive's frame.
 * @param {string} url
 */
export function addressKey(url) {
  const live = url.trim().replace(/^https?:\/\/(?:www\.)?web\.archive\.org\/web\/(?:\d{4,}[a-z_]*|\*)\/(?=.)/i, "").replace(/^https?:\/\/(?:www\.)?/i, "");
  const [rest = "", fragment = ""] = live.split("#");
  const [path = "", query = ""] = rest.split("?");
  const [host = "", ...folders] = path.replace(/\/+$/, "").split("/");
  const kept = query.split("&").filter(pair => pair && !pair.startsWith("utm_"));
  const mark = fragment.split(":~:")[0];
  return [host.toLowerCase().replace(/:(?:443|80)$/, ""), ...folders].join("/") + (kept.length ? `?${kept.join("&")}` : "") + (mark ? `#${mark}` : "");
}

/**
 * What `casebook check` would refuse, each with the place on the form.
 * @param {Draft} draft
 * @param {Field[]} fields
 * @returns {Fault[]}
 */
export function faultsOf(draft, fields) {
  /** @type {Fault[]} */
  const found = [];
  const used = new Set();
  for (const { name, kind, required } of fields) {
    const value = clean(draft.values[name] ?? "");
    if (required && !value) found.push({ place: name, key: "required" });
    if (kind === "date" && value && !isDate(line(value))) found.push({ place: name, key: "date" });
    if (kind === "length" && value && !isLength(line(value))) found.push({ place: name, key: "length" });
    const loose = line(draft.loose[name] ?? "");
    if (loose) found.push({ place: name, key: "term", values: { text: loose } });
    if (kind === "text" || kind === "items") for (const mark of marksOf(value)) used.add(mark);
    else if (marksOf(value).length) found.push({ place: name, key: "mark_here" });
  }
  const title = [...line(draft.values.title ?? "")].length;
  if (title > TITLE) found.push({ place: "title", key: "long", values: { n: title, most: TITLE } });
  const addresses = new Map();
  draft.sources.forEach(({ url, published }, at) => {
    const place = `source-${at + 1}`, own = line(url), before = addresses.get(addressKey(own));
    if (!own) found.push({ place, key: "required" });
    else if (!isAddress(own)) found.push({ place, key: "address" });
    else if (before) found.push({ place, key: "twice", values: { n: before } });
    addresses.set(addressKey(own), at + 1);
    if (line(published) && !isDate(line(published))) found.push({ place: `${place}-published`, key: "date" });
  });
  if (!draft.sources.length) found.push({ place: "sources", key: "no_source" });
  const told = new Set();
  draft.quotes.forEach(({ mark, source, quote }, at) => {
    const place = `quote-${at + 1}`, own = line(mark), length = [...clean(quote)].length;
    told.add(own);
    if (!MARK.test(own)) found.push({ place: `${place}-mark`, key: "mark" });
    else if (!used.has(own)) found.push({ place: `${place}-mark`, key: "unused", values: { mark: own } });
    if (!length) found.push({ place, key: "required" });
    else if (length > QUOTE) found.push({ place, key: "long", values: { n: length, most: QUOTE } });
    if (!line(draft.sources[source - 1]?.url ?? "")) found.push({ place: `${place}-source`, key: "which_source" });
  });
  for (const mark of used) if (!told.has(mark)) found.push({ place: "quotes", key: "no_quote", values: { mark } });
  return found;
}

/**
 * @typedef {object} Host
 * @property {string} address  the host's page for a new file
 * @property {string} file     the parameter for its name
 * @property {string} text     the parameter for its text
 * @property {string} folder   what the name begins with there
 */

/**
 * The host's page for a new file with the record filled in; without it where the address would be too long.
 * @param {Host} host
 * @param {string} path
 * @param {string} text
 */
export function hostAddress(host, path, text) {
  const name = `${host.address}?${host.file}=${encodeURIComponent(host.folder + path.slice(path.lastIndexOf("/") + 1))}`;
  const whole = `${name}&${host.text}=${encodeURIComponent(text)}`;
  return whole.length <= ADDRESS ? { address: whole, whole: true } : { address: name, whole: false };
}
