// axe-core over every kind of page, light and dark, in every interface language and from right to left;
// the keyboard alone; a page enlarged twice and one 320 pixels wide.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { build, host, launch, root, visit } from "./harness.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const PAGES = ["", "cases/", "cases/flyio-6pn-readiness/", "cases/roblox-consul-2021/", "browse/", "browse/symptom/", "browse/symptom/service-unavailable/",
  "orgs/", "years/", "years/2021/", "sources/", "statistics/", "failing/", "changes/", "search/?q=cache", "diagnose/", "method/", "data/", "contribute/", "about/", "no-such-page/"];
const ARABIC = ["", "cases/", "cases/queue-lock/", "cases/expired-certificate/", "browse/", "browse/symptom/", "browse/symptom/high-latency/", "orgs/", "years/",
  "sources/", "sources/report/", "statistics/", "failing/", "changes/", "search/?q=C%2B%2B", "diagnose/", "method/", "data/", "contribute/", "about/"];

let site, arabic, plain, browser;
before(async () => {
  site = await host(build());
  arabic = await host(build(join(root, "tests/sites/arabic")));
  plain = await host(build(join(root, "tests/sites/plain")));
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await Promise.all([site, arabic, plain].map(one => one?.close()));
});

/** Opens a page and waits until what scripts show is there. */
async function open(page, address) {
  await page.goto(address);
  if (address.includes("search/?q=")) {
    await page.locator("#results h2 a").first().waitFor();
    // Results are pale for as long as more of them come.
    await page.locator('#results:not([aria-busy="true"])').waitFor();
  }
  if (address.includes("diagnose/")) await page.locator("#diagnose input").first().waitFor();
  if (address.includes("contribute/")) await page.locator("#contribute").waitFor();
}

/** What axe finds on the pages of a language. */
async function violations(address, paths, colorScheme) {
  // The policy of the site forbids foreign scripts, so the checker comes in past it.
  const context = await browser.newContext({ colorScheme, bypassCSP: true });
  const page = await context.newPage();
  const found = [];
  for (const path of paths) {
    await open(page, address + path);
    await page.addScriptTag({ content: axe });
    const { violations } = await page.evaluate(() => globalThis.axe.run());
    for (const violation of violations) found.push(`${path}: ${violation.id}: ${violation.nodes[0]?.html.slice(0, 160)}`);
  }
  await context.close();
  return found;
}

for (const scheme of ["light", "dark"]) {
  for (const lang of ["en", "ko", "ru"]) {
    test(`no violation in ${lang}, ${scheme}`, async () => {
      assert.deepEqual(await violations(`${site.url}${lang}/`, PAGES, scheme), []);
    });
  }
  test(`no violation in ar, ${scheme}`, async () => {
    assert.deepEqual(await violations(`${arabic.url}ar/`, ARABIC, scheme), []);
  });
  test(`no violation in the plain theme, ${scheme}`, async () => {
    const pages = ["", "cases/", "cases/queue/", "browse/symptom/", "sources/", "statistics/", "failing/", "changes/", "method/", "search/?q=lock", "diagnose/", "contribute/"];
    assert.deepEqual(await violations(`${plain.url}en/`, pages, scheme), []);
  });
}

/** The pages that are wider than the window. */
async function tooWide(options, address, paths) {
  const page = await browser.newPage(options);
  const wide = [];
  for (const path of paths) {
    await open(page, address + path);
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (wider > 0) wide.push(`${path} is ${wider} px too wide`);
  }
  await page.close();
  return wide;
}

test("nothing is lost at 320 pixels", async () => {
  const viewport = { width: 320, height: 800 };
  for (const lang of ["en", "ko", "ru"]) assert.deepEqual(await tooWide({ viewport }, `${site.url}${lang}/`, PAGES), [], lang);
  assert.deepEqual(await tooWide({ viewport }, `${arabic.url}ar/`, ARABIC), []);
});

test("nothing is lost where a page is enlarged twice", async () => {
  // A browser's zoom halves the window in its own pixels, for lengths and media queries alike.
  const page = { viewport: { width: 640, height: 500 }, deviceScaleFactor: 2 };
  assert.deepEqual(await tooWide(page, `${site.url}ru/`, PAGES), []);
});

test("a page from right to left is the mirror of one from left to right", async () => {
  const { page, context, errors } = await visit(browser, arabic.url, { viewport: { width: 1440, height: 900 } });
  const box = selector => page.locator(selector).first().boundingBox();
  await page.goto(`${arabic.url}ar/cases/queue-lock/`);
  assert.equal(await page.locator("html").getAttribute("dir"), "rtl");
  // The interface has no Arabic words: it says that it is in English, and the record that it is not.
  assert.equal(await page.locator("body").getAttribute("lang"), "en");
  assert.equal(await page.locator("#case-title").getAttribute("lang"), "ar");
  assert.equal(await page.locator("#summary [lang=ar]").first().getAttribute("dir"), "rtl");
  const [brand, langs, text, note] = [await box(".brand"), await box(".site-langs"), await box("#summary p"), await box(".note")];
  assert.ok(brand.x > langs.x, "the name stands at the right");
  assert.ok(note.x + note.width <= text.x, "the evidence stands in the left margin");
  assert.equal(await page.locator("#summary bdi").first().innerText(), "C++");
  assert.equal(await page.locator("#summary code").first().evaluate(code => getComputedStyle(code).direction), "ltr");
  await page.goto(`${arabic.url}en/cases/queue-lock/`);
  assert.equal(await page.locator("html").getAttribute("dir"), "ltr");
  const [mirroredText, mirroredNote] = [await box("#summary p"), await box(".note")];
  assert.ok(mirroredNote.x >= mirroredText.x + mirroredText.width);
  assert.deepEqual(errors, []);
  await context.close();
});

test("everything is done by keyboard", async () => {
  const { page, context, errors } = await visit(browser, site.url, { viewport: { width: 390, height: 844 } });
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? "");
  await page.goto(`${site.url}en/cases/flyio-6pn-readiness/`);
  await page.keyboard.press("Tab");
  assert.match(await focused(), /content/i, "the first stop leads past the navigation");
  await page.keyboard.press("Enter");
  assert.match(page.url(), /#content$/);
  // The mark in the text opens its note, and Escape closes it.
  await page.locator("button.mark").first().focus();
  await page.keyboard.press("Enter");
  await page.locator(".note:popover-open").waitFor();
  await page.keyboard.press("Tab");
  assert.ok(await page.evaluate(() => document.activeElement?.closest(".note")), "the note's links come next");
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".note:popover-open").count(), 0);
  // Folded parts open.
  await page.locator("#cite summary").focus();
  await page.keyboard.press("Enter");
  assert.ok(await page.locator("#cite pre").first().isVisible());
  // `/` leads to the search field; Enter searches; results and filters are reached by Tab.
  await page.keyboard.press("/");
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("name")), "q");
  await page.keyboard.type("cache");
  await page.keyboard.press("Enter");
  await page.locator("#results h2 a").first().waitFor();
  for (let step = 0; step < 20 && !await page.evaluate(() => document.activeElement?.closest("#results h2")); step++) await page.keyboard.press("Tab");
  assert.ok(await page.evaluate(() => document.activeElement?.closest("#results h2")), "a result has the focus");
  const width = await page.evaluate(() => parseFloat(getComputedStyle(document.activeElement).outlineWidth));
  assert.ok(width >= 2, "the focus is seen");
  await page.locator(".filters input[type=checkbox]").nth(1).focus();
  await page.keyboard.press("Space");
  await page.waitForURL(/&\w+=/);
  await page.locator("#results h2 a").first().focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/cases\//);
  assert.deepEqual(errors, []);
  await context.close();
});
