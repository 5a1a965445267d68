// The browser cuts text as the index does: the golden file is written and read by the Rust side too.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { distance, sounds } from "../../src/index/runtime/near.js";
import { parse } from "../../src/index/runtime/query.js";
import { fold, tokenize } from "../../src/index/runtime/tokens.js";

const golden = JSON.parse(await readFile(new URL("../golden/search/tokens.json", import.meta.url), "utf8"));

test("tokens agree with the golden file", () => {
  for (const [text, tokens] of golden) {
    const here = tokenize(text).map(t => [t.text, t.kind, t.script, t.position, t.chunk, text.slice(t.start, t.end)]);
    assert.deepEqual(here, tokens, JSON.stringify(text));
  }
});

test("folding twice is folding once", () => {
  for (const [text] of golden) assert.equal(fold(fold(text).plain).plain, fold(text).plain);
});

test("mistakes are counted by letter and by sound", () => {
  const apart = (a, b) => distance(sounds(a), sounds(b), 2);
  assert.equal(apart("databsae", "database"), 1);
  assert.equal(apart("데이타베이스", "데이터베이스"), 1);
  assert.equal(apart("abc", "xyz"), 3);
});

test("queries are read", () => {
  const isField = name => ["org", "score", "date", "year"].includes(name);
  const query = parse('packet "exact words" -cache org:"Big Corp" score:>60 year:2019..2021 std::sync', isField);
  assert.equal(query.words, "packet std::sync");
  assert.deepEqual(query.phrases, ["exact words"]);
  assert.deepEqual(query.excluded, ["cache"]);
  assert.deepEqual(query.conditions.map(c => c.test), ["big corp", [601, 4294967295], [2019, 2021]]);
});
