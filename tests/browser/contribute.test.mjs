// The contribute page in Chromium: a case is written in each language, and what the page gives is what
// `casebook check` accepts and reads back as it was typed.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { addressKey, hostAddress, isAddress, isDate, isLength } from "../../src/render/contribute/record.js";
import { binary, build, host, launch, root, visit } from "./harness.mjs";

const LIBRARY = { "casebook.toml": 'languages = ["en", "ko", "ru"]\nrepo = "https://github.com/o/r"\nbranch = "trunk"\n' };

/** @type {Record<string, Awaited<ReturnType<typeof host>>>} */
const sites = {};
/** @type {import("playwright-core").Browser} */
let browser;

/** A new library of these files. */
function library(files) {
  const folder = mkdtempSync(join(tmpdir(), "casebook-library-"));
  mkdirSync(join(folder, "content/cases"), { recursive: true });
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  return folder;
}

before(async () => {
  sites.hosted = await host(build(library(LIBRARY)), "/lib/");
  sites.own = await host(build());
  const arabic = mkdtempSync(join(tmpdir(), "casebook-arabic-"));
  cpSync(join(root, "tests/sites/arabic"), arabic, { recursive: true });
  sites.arabic = await host(build(arabic));
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await Promise.all(Object.values(sites).map(one => one.close()));
});

const field = (page, name) => page.locator(`[id="form:${name}"]`);
const record = page => field(page, "record").evaluate(code => code.textContent);

/** Opens the form in a language. */
async function open(site, lang, options = {}) {
  const visited = await visit(browser, site.url, options);
  await visited.page.goto(`${site.url}${lang}/contribute/`);
  await visited.page.locator("#contribute").waitFor();
  return visited;
}

/** Puts a quote behind what a text says. */
async function cite(page, name, quote) {
  await page.locator(`[data-field="${name}"] button.cite`).click();
  await page.locator('[data-name="quote"]').last().fill(quote);
}

/** What `casebook check` says of a record, and the record as it was read. */
async function checked(page) {
  const path = await field(page, "path").innerText();
  const folder = library({ ...LIBRARY, [path]: await record(page) });
  const check = JSON.parse(spawnSync(binary, ["check", "--format", "json", "--root", folder], { encoding: "utf8" }).stdout);
  const [line] = execFileSync(binary, ["export", "--format", "jsonl", "--root", folder], { encoding: "utf8" }).trim().split("\n");
  const found = check.diagnostics.filter(one => one.severity === "error" || one.severity === "warning");
  return { found, read: JSON.parse(line).record, claims: check.cases[0].claims };
}

const WORDS = {
  en: { title: "A cold cache took the shop down", summary: "The outage lasted 52 minutes.", cause: "The cache was empty after the restart.", fix: "The cache was warmed by hand.", term: "packet loss" },
  ko: { title: "차가운 캐시에 상점이 멈췄다", summary: "장애가 52분 이어졌다.", cause: "재시작한 뒤 캐시가 비어 있었다.", fix: "캐시를 손으로 데웠다.", term: "패킷 손실" },
  ru: { title: "Холодный кеш остановил магазин", summary: "Сбой длился 52 минуты.", cause: "После перезапуска кеш был пуст.", fix: "Кеш прогрели вручную.", term: "потеря пакетов" },
};

for (const [lang, words] of Object.entries(WORDS)) {
  test(`a case with two claims, written in ${lang}, is accepted`, async () => {
    const { page, context, errors, strangers } = await open(sites.hosted, lang);
    assert.equal(await field(page, "open").isVisible(), false, "nothing is handed over before it is whole");
    await field(page, "title").fill(words.title);
    await field(page, "org").fill("Acme, Inc.");
    await field(page, "date").fill("2026-01-04");
    await field(page, "timeline.resolved_after").fill("52m");
    await field(page, "source-1").fill("https://example.org/log");
    await field(page, "source-1-published").fill("2026-01-05");
    await field(page, "summary").fill(words.summary);
    await cite(page, "summary", "The outage lasted 52 minutes.");
    await field(page, "cause").fill(words.cause);
    await cite(page, "cause", "the cache was empty after the restart");
    await field(page, "remediation").fill(`${words.fix}\n`);
    await field(page, "impact").fill(words.summary);
    await field(page, "impact.users").fill("all");
    await field(page, "symptoms").fill(words.term);
    await page.locator('[data-field="symptoms"] [role=option]').first().waitFor();
    await field(page, "symptoms").press("ArrowDown");
    await field(page, "symptoms").press("Enter");
    await field(page, "open").waitFor();
    const { found, read, claims } = await checked(page);
    assert.deepEqual(found.filter(one => one.severity === "error"), []);
    assert.equal(claims.length, 2, JSON.stringify(claims));
    assert.deepEqual(read.title, { [lang]: words.title });
    assert.deepEqual(read.summary, { [lang]: `${words.summary}[^1]` });
    assert.deepEqual(read.cause, { [lang]: `${words.cause}[^2]` });
    assert.deepEqual(read.symptoms, ["packet-loss"]);
    assert.deepEqual(read.remediation, [{ text: { [lang]: words.fix } }]);
    assert.deepEqual(read.impact, { scope: { [lang]: words.summary }, users: "all" });
    assert.deepEqual(read.timeline, { resolved_after: "52m" });
    assert.equal(read.sources[0].published, "2026-01-05");
    assert.deepEqual(Object.values(read.evidence).flat().map(one => one.quote), ["The outage lasted 52 minutes.", "the cache was empty after the restart"]);
    assert.doesNotMatch(await record(page), /^(?:evidence|summary|cause|remediation):/m, "plain texts stand in the body");

    const link = new URL(String(await field(page, "open").getAttribute("href")));
    assert.equal(link.origin + link.pathname, "https://github.com/o/r/new/trunk");
    assert.equal(link.searchParams.get("filename"), await field(page, "path").innerText());
    assert.equal(link.searchParams.get("value"), await record(page));
    const [download] = await Promise.all([page.waitForEvent("download"), field(page, "download").click()]);
    assert.equal(readFileSync(String(await download.path()), "utf8"), await record(page));
    assert.equal(download.suggestedFilename(), (await field(page, "path").innerText()).split("/").at(-1));
    assert.deepEqual(errors, []);
    assert.deepEqual(strangers, []);
    await context.close();
  });
}

const HOSTILE = [
  `He said "no" and 'yes': «так», 「はい」, “so”.`,
  "---\nid: other\ntitle: taken\n---",
  "@SUM(A1): =1+1, +2, -3 # no comment {x: y} [a, b] *b* & &amp; | > %",
  "# Heading\n\n## Claims\n\n- one\n- two\n\n[^9z]: s1: \"not a note\"".replace("[^9z]", "\\[^9z\\]"),
  "Title\n=====\n\nText\n-",
  "مرحبا \u202eعكس\u202c \u2066x\u2069 \u200f שלום",
  "👩‍🚒 🇰🇷 e\u0301 한국어 \u{1F9EA}\ud800 half",
  "<script>alert(1)</script>\n<!-- kept -->\n<img src=x onerror=alert(1)>",
  "tab\there, trailing  \nline\u2028separator \u0085 \u00a0nbsp \ufeffbom",
  "```\n---\ncode\n```\n\n    indented\n\n| a | b |\n| - | - |",
  "C:\\path\\n \\u0041 'a''b' ${x} {{ y }} {% z %}",
  "- - nested\n1. one\n* star",
];

test("hostile input comes back as it was typed", async () => {
  const { page, context, errors } = await open(sites.hosted, "en");
  const clean = text => text.replace(/[\ud800-\udfff]/gu, "\ufffd").trim();
  await field(page, "source-1").fill("https://example.org/a?b=c&d=%20#x:y");
  for (const hostile of HOSTILE) {
    const line = clean(hostile).replace(/\s+/g, " ");
    await field(page, "title").fill(hostile);
    await field(page, "org").fill(hostile);
    await field(page, "impact.users").fill(hostile);
    for (const name of ["summary", "cause", "impact", "lessons"]) await field(page, name).fill(hostile);
    await field(page, "remediation").fill(hostile);
    if (!await page.locator('[data-name="quote"]').count()) await cite(page, "trigger", hostile);
    await field(page, "trigger").fill("It began.[^1]");
    await page.locator('[data-name="quote"]').fill(hostile);
    const { found, read } = await checked(page);
    const text = await record(page);
    assert.deepEqual(found.filter(one => one.severity === "error"), [], text);
    assert.equal(read.title.en, line, text);
    assert.equal(read.org, line, text);
    assert.equal(read.impact.users, line, text);
    for (const told of [read.summary, read.cause, read.lessons, read.impact.scope]) assert.equal(told.en, clean(hostile), text);
    const items = clean(hostile).split("\n").map(own => own.replace(/^\s*(?:[-*•]\s+)+/, "").trim().replace(/\s+/g, " ")).filter(own => own);
    assert.deepEqual(read.remediation.map(item => item.text.en ?? item.text), items, text);
    assert.equal(read.evidence["1"][0].quote, clean(hostile), text);
    assert.equal(read.sources[0].url, "https://example.org/a?b=c&d=%20#x:y");
    assert.equal(await page.locator("#contribute script, #contribute img").count(), 0);
  }
  assert.deepEqual(errors, []);
  await context.close();
});

test("what is wrong is told at its place while it is typed", async () => {
  const { page, context, errors } = await open(sites.hosted, "ru");
  const fault = name => field(page, `${name}:fault`).innerText();
  await field(page, "date").fill("2026-02-30");
  await field(page, "date").blur();
  assert.match(await fault("date"), /2021-10-28/);
  assert.equal(await field(page, "date").getAttribute("aria-invalid"), "true");
  await field(page, "date").fill("2026-02-28");
  assert.equal(await field(page, "date").getAttribute("aria-invalid"), null);
  await field(page, "source-1").fill("example.org/x");
  await field(page, "source-1").blur();
  assert.match(await fault("source-1"), /https/);
  await field(page, "severity").fill("catastrophic");
  await field(page, "severity").blur();
  assert.match(await fault("severity"), /catastrophic/);
  await field(page, "summary").fill("Одно.[^7]");
  assert.match(await field(page, "left").innerText(), /\[\^7\]/, "a mark without a quote");
  await field(page, "add-quote").click();
  await page.locator('[data-name="quote"]').fill("x".repeat(301));
  await page.locator('[data-name="quote"]').blur();
  assert.match(await fault("quote-1"), /301.*300/);
  await page.locator('[data-name="quote"]').fill("👩".repeat(300));
  assert.equal(await fault("quote-1"), "", "characters are counted, not halves of them");
  // A line of the list leads to its place.
  await field(page, "left").locator("a").first().click();
  assert.equal(await page.evaluate(() => document.activeElement?.id), "form:title");
  assert.deepEqual(errors, []);
  await context.close();
});

test("a case that is there already is told with its link", async () => {
  const { page, context, errors, strangers } = await open(sites.own, "en");
  await field(page, "title").fill("x");
  const cases = await (await page.request.get(`${sites.own.url}api/v1/cases.json`)).json();
  const sources = await (await page.request.get(`${sites.own.url}api/v1/sources.json`)).json();
  const known = cases.cases.find(one => one.title.en && sources.sources.some(own => own.url && own.cases.includes(one.id)));
  const source = sources.sources.find(own => own.url && own.cases.includes(known.id));
  await field(page, "title").fill(known.title.en.toUpperCase());
  await field(page, "title").blur();
  await field(page, "title:fault").locator("a").first().waitFor();
  await field(page, "source-1").fill(`${source.url.replace("https://", "http://www.")}/`);
  await field(page, "source-1").blur();
  const link = field(page, "source-1:fault").locator("a").first();
  await link.waitFor();
  assert.equal((await page.request.get(String(await link.evaluate(own => own.href)))).status(), 200);
  assert.deepEqual(errors, []);
  assert.deepEqual(strangers, []);
  await context.close();
});

test("the draft stays until it is deleted", async () => {
  const { page, context, errors } = await open(sites.hosted, "en");
  const kept = () => page.evaluate(() => Object.entries({ ...localStorage }).filter(([name]) => name.startsWith("casebook-draft")));
  assert.deepEqual(await kept(), [], "an untouched form is no draft");
  await field(page, "title").fill("A draft");
  await field(page, "domain").fill("database");
  await page.locator('[data-field="domain"] [role=option]').first().click();
  await field(page, "source-1").fill("https://example.org/a");
  await cite(page, "summary", "A quote.");
  const before = await record(page);
  await page.goto(`${sites.hosted.url}ko/contribute/`);
  await page.locator('[data-field="domain"] .chosen li').waitFor();
  assert.equal(await record(page), before, "it goes on in another language of the interface");
  page.on("dialog", dialog => dialog.accept());
  await field(page, "discard").click();
  assert.equal(await field(page, "title").inputValue(), "");
  assert.deepEqual(await kept(), []);
  await page.reload();
  await page.locator("#contribute").waitFor();
  assert.equal(await field(page, "title").inputValue(), "");
  assert.equal(await page.locator(".chosen li").count(), 0);
  // What is no draft does no harm.
  await page.evaluate(() => localStorage.setItem("casebook-draft:/lib/", '{"values": 3, "sources": [null], "terms": {"domain": [{}]}}'));
  await page.reload();
  await page.locator("#contribute").waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});

test("the form is filled by keyboard alone", async () => {
  const { page, context, errors } = await open(sites.hosted, "en", { viewport: { width: 320, height: 700 } });
  const box = field(page, "components");
  await box.focus();
  await page.keyboard.type("cach");
  await page.locator('[data-field="components"] [role=option]').first().waitFor();
  assert.equal(await box.getAttribute("aria-expanded"), "true");
  await page.keyboard.press("ArrowDown");
  const active = String(await box.getAttribute("aria-activedescendant"));
  assert.equal(await page.locator(`[id="${active}"]`).getAttribute("aria-selected"), "true");
  await page.keyboard.press("Escape");
  assert.equal(await box.getAttribute("aria-expanded"), "false");
  await page.keyboard.press("ArrowDown");
  await page.locator('[data-field="components"] [role=option]').first().waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  assert.match(await record(page), /^components: \[[\w-]+\]$/m);
  assert.equal(await page.evaluate(() => document.activeElement?.id), "form:components");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  assert.doesNotMatch(await record(page), /^components:/m);
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.equal(wider, 0);
  assert.deepEqual(errors, []);
  await context.close();
});

test("a record too long for an address is pasted, and without a host it is downloaded", async () => {
  const { page, context } = await open(sites.hosted, "en");
  await field(page, "title").fill("Long");
  await field(page, "source-1").fill("https://example.org/a");
  await field(page, "summary").fill("Много слов. ".repeat(400));
  assert.doesNotMatch(String(await field(page, "open").getAttribute("href")), /value=/);
  assert.ok(await field(page, "paste").isVisible());
  await context.close();
  const other = await open(sites.arabic, "ar");
  assert.equal(await other.page.locator('[id="form:open"]').count(), 0);
  assert.ok(await field(other.page, "download").isVisible());
  assert.deepEqual(other.errors, []);
  await other.context.close();
});

test("without script the page tells the other ways", async () => {
  const { page, context, errors } = await visit(browser, sites.hosted.url, { javaScriptEnabled: false });
  await page.goto(`${sites.hosted.url}en/contribute/`);
  assert.equal(await page.locator("#contribute").isVisible(), false);
  assert.match(await page.locator("main").innerText(), /casebook new/);
  assert.equal(await page.locator('a[href="https://github.com/o/r/issues/new?template=incident.yml"]').count(), 1);
  assert.deepEqual(errors, []);
  await context.close();
});

test("dates, lengths and addresses are judged as the command judges them", () => {
  for (const good of ["2021", "2021-10", "2024-02-29", "2021-10-28T13:37Z", "2021-10-28T13:37:00.5+09:00", "unknown"]) assert.ok(isDate(good), good);
  for (const bad of ["", "21", "2021-13", "2023-02-29", "2021-10-28T25:00Z", "2021-10-28 13:37", "2021-10-28T13:37", "Oct 28"]) assert.ok(!isDate(bad), bad);
  for (const good of ["73h", "1h30m", "2d", "45s", "1w 2d"]) assert.ok(isLength(good), good);
  for (const bad of ["", "30m1h", "an hour", "5", "1h1h"]) assert.ok(!isLength(bad), bad);
  for (const good of ["https://example.org", "http://a.b/c?d#e"]) assert.ok(isAddress(good), good);
  for (const bad of ["example.org", "javascript:alert(1)", "https://", "https:///x", "https://a b", "ftp://a.b"]) assert.ok(!isAddress(bad), bad);
  const same = ["https://www.example.org/a/", "http://example.org/a", "https://web.archive.org/web/20240101000000/https://example.org/a?utm_source=x"];
  assert.deepEqual([...new Set(same.map(addressKey))], ["example.org/a"]);
  assert.notEqual(addressKey("https://example.org/a#one"), addressKey("https://example.org/a#two"));
  const gitea = { address: "https://codeberg.org/o/r/_new/main/content/cases/", file: "filename", text: "value", folder: "" };
  assert.deepEqual(hostAddress(gitea, "content/cases/a.en.md", "x & y"), { address: `${gitea.address}?filename=a.en.md&value=x%20%26%20y`, whole: true });
});
