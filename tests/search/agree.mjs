// Asks the browser's engine the queries of a file and compares with the answers written there.
//   node agree.mjs SITE ANSWERS.json
// SITE holds `search/`; ANSWERS is [{lang, query, all, sort, total, ids, excerpts, corrections}].
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { open } from "../../src/index/runtime/casebook-search.js";

const [site, answers] = process.argv.slice(2);
const read = path => readFile(join(site, path));
const list = JSON.parse(await readFile(answers, "utf8"));
const indexes = new Map();
let wrong = 0;
for (const expected of list) {
  // One index for all queries of a language: what was asked before must not matter.
  if (!indexes.has(expected.lang)) indexes.set(expected.lang, await open({ lang: expected.lang, base: "file:///", read }));
  const answer = await indexes.get(expected.lang).search(expected.query, { limit: 20, allLanguages: expected.all, sort: expected.sort });
  const given = {
    total: answer.total,
    ids: answer.results.map(found => `${found.id}/${found.lang}/${found.matched}/${found.how}`),
    // Marks are counted in characters there and in UTF-16 units here: compare what they hold.
    excerpts: answer.results.map(({ excerpt }) => [excerpt.text, ...excerpt.marks.map(([from, to]) => excerpt.text.slice(from, to))]),
    corrections: answer.corrections,
    flags: [answer.partial, answer.widened, answer.similar],
  };
  for (const [name, value] of Object.entries(given)) {
    if (JSON.stringify(value) === JSON.stringify(expected[name])) continue;
    wrong++;
    if (wrong < 6) console.error(`${expected.lang} "${expected.query}" ${name}:\n  here  ${JSON.stringify(value)}\n  there ${JSON.stringify(expected[name])}`);
  }
}
console.log(`${list.length} queries, ${wrong} differences`);
process.exit(wrong ? 1 : 0);
