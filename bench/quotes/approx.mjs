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
const started = performance.now();
for (const { source, quote, kind } of quotes) {
  const text = texts.get(source);
  // As its users do: to the letter first, then within a number of errors.
  const hit = text.includes(quote) || search(text, quote, Number(values.errors)).length > 0;
  found[kind] = (found[kind] ?? 0) + Number(hit);
}
const seconds = (performance.now() - started) / 1000;
console.log(JSON.stringify({ tool: "approx-string-match", errors: Number(values.errors), quotes: quotes.length, seconds, found }));
