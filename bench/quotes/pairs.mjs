// Writes quotes of 200 characters and the sources of 50 kB that they are looked for in:
//   node pairs.mjs --out DIR [--quotes 10000] [--sources 20] [--seed 1]
// Four in ten quotes are verbatim, two differ by line wraps and quotation marks, two have two slips, two are
// not in their source. The same arguments give the same files on every machine.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: {
    out: { type: "string" },
    quotes: { type: "string", default: "10000" },
    sources: { type: "string", default: "20" },
    seed: { type: "string", default: "1" },
  },
});

/** A small generator of random numbers (mulberry32). */
function random(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const next = random(Number(values.seed));
const pick = (list) => list[Math.floor(next() * list.length)];
const SYLLABLES = "re lo ta ni con de per si ma ter vi on al en ro sta tion ing ment ly un fo ca pri se ver".split(" ");
// Common words are short and frequent, as in prose: rank r is drawn with weight 1/r.
const words = Array.from({ length: 4000 }, (_, rank) =>
  Array.from({ length: rank < 60 ? 1 : 2 + Math.floor(next() * 3) }, () => pick(SYLLABLES)).join(""),
);
const word = () => words[Math.floor(words.length ** next()) - 1] ?? words[0];

function source() {
  let text = "";
  while (text.length < 50_000) {
    const sentence = Array.from({ length: 8 + Math.floor(next() * 14) }, () => (next() < 0.04 ? String(Math.floor(next() * 5000)) : word()));
    if (next() < 0.1) sentence[2] = `\u201c${sentence[2]}\u201d`;
    text += sentence.join(" ") + ". ";
    if (next() < 0.12) text += "\n\n";
  }
  return text.slice(0, 50_000);
}

const sources = Array.from({ length: Number(values.sources) }, source);
mkdirSync(join(values.out, "sources"), { recursive: true });
sources.forEach((text, nth) => writeFileSync(join(values.out, "sources", `s${nth}.txt`), text));

const lines = [];
for (let nth = 0; nth < Number(values.quotes); nth++) {
  const at = nth % sources.length;
  const text = sources[at];
  let start = text.indexOf(" ", Math.floor(next() * (text.length - 500))) + 1;
  let quote = text.slice(start, text.lastIndexOf(" ", start + 201));
  const kind = ["exact", "exact", "exact", "exact", "folded", "folded", "slips", "slips", "absent", "absent"][nth % 10];
  if (kind === "folded") quote = quote.replace(/\s+/g, "\n").replace(/[\u201c\u201d]/g, '"');
  if (kind === "slips") {
    for (let slip = 0; slip < 2; slip++) {
      const where = 5 + Math.floor(next() * (quote.length - 10));
      if (/[a-z]/.test(quote[where])) quote = quote.slice(0, where) + quote.slice(where + 1);
    }
  }
  if (kind === "absent") quote = Array.from({ length: 60 }, word).join(" ").slice(0, 200);
  lines.push(JSON.stringify({ id: nth, source: `s${at}`, kind, quote }));
}
writeFileSync(join(values.out, "quotes.jsonl"), lines.join("\n") + "\n");
