// Times approx-string-match (npm) over the same quotes: node approx.mjs --in DIR [--errors 20]
// It has to be installed beside this file or in a folder that NODE_PATH-like resolution reaches.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: { in: { type: "string" }, errors: { type: "string", default: "20" }, modules: { type: "string", default: "." } },
});
const search = createRequire(resolve(values.modules, "x.js"))("approx-string-match").default;

const texts = new Map();
const quotes = readFileSync(join(values.in, "quotes.jsonl"), "utf8").trim().split("\n").map((line) => JSON.parse(line));
for (const { source } of quotes) {
  if (!texts.has(source)) texts.set(source, readFileSync(join(values.in, "sources", `${source}.txt`), "utf8"));
}
const found = {};
const started = process.cpuUsage();
let done = 0;
for (const { source, quote, kind } of quotes) {
  if (++done % 1000 === 0) console.error(`approx-string-match: ${done} of ${quotes.length} quotes`);
  const text = texts.get(source);
  // As its users do: to the letter first, then within a number of errors.
  const hit = text.includes(quote) || search(text, quote, Number(values.errors)).length > 0;
  found[kind] = (found[kind] ?? 0) + Number(hit);
}
const used = process.cpuUsage(started);
const seconds = (used.user + used.system) / 1e6;
console.log(JSON.stringify({ tool: "approx-string-match", errors: Number(values.errors), quotes: quotes.length, cpu_seconds: Math.round(seconds * 1000) / 1000, found }));
