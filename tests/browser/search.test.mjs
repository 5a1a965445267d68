// The search page and the diagnose page in Chromium: type, narrow, go back, meet damage.
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readdirSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { build, host, launch, visit } from "./harness.mjs";

const site = process.env.CASEBOOK_SITE ?? build();
let server, browser;
before(async () => { [server, browser] = [await host(site, "/library/"), await launch()]; });
after(async () => { await browser.close(); await server.close(); });

const results = page => page.locator("ol.results > li.result");
const settled = page => page.waitForFunction(() => document.querySelector("#results [role=status]")?.textContent && !document.querySelector("#results[aria-busy]"));

test("typing finds, the address keeps the view, and going back restores it", async () => {
  const { page, context, errors, strangers } = await visit(browser, server.url);
  await page.goto(`${server.url}en/search/?q=outage`);
  await settled(page);
  assert.ok(await results(page).count() > 0);
  const first = await results(page).first().locator("h2 a").textContent();
  await page.locator(".filters input[type=checkbox]").nth(1).check();
  await settled(page);
  const narrowed = new URL(page.url()).search;
  assert.match(narrowed, /&\w+=/);
  await results(page).first().locator("h2 a").click();
  await page.waitForURL(/cases/);
  await page.goBack();
  await settled(page);
  assert.equal(new URL(page.url()).search, narrowed);
  assert.ok(await page.locator(".filters input:checked").count() >= 1);
  await page.goBack();
  await settled(page);
  assert.equal(await results(page).first().locator("h2 a").textContent(), first);
  assert.deepEqual([errors, strangers], [[], []]);
  await context.close();
});

test("an excerpt is text, marks are elements, and a mistake is told", async () => {
  const { page, context, errors } = await visit(browser, server.url);
  await page.goto(`${server.url}en/search/`);
  await page.locator("#q").fill("kuberntes");
  await page.waitForFunction(() => document.querySelectorAll("li.result").length > 0);
  assert.match(await page.locator(".notes").textContent(), /kubernetes/i);
  assert.ok(await page.locator(".excerpt mark").count() > 0);
  // A word of it stands in the library, and what is found by that alone is given; then nothing is found, and that is told.
  await page.locator("#q").fill("<img src=x onerror=alert(1)>zzqqzz");
  await page.waitForFunction(() => location.search.includes("zzqqzz"));
  assert.equal(await page.locator("#results img").count(), 0);
  await page.locator("#q").fill("<img>zzqqzz");
  await page.waitForFunction(() => document.querySelector("#results [role=status]")?.textContent?.includes("<img>zzqqzz"));
  assert.equal(await page.locator("#results img").count(), 0);
  assert.deepEqual(errors, []);
  await context.close();
});

test("cases with some of the words are told from those that are counted", async () => {
  const { page, context } = await visit(browser, server.url);
  for (const [path, note] of [
    ["en/search/?q=packet+loss+zzqqzz+kubernetes", null],
    ["ko/search/?q=복제+지연", /건수에 넣지 않았습니다/],
  ]) {
    await page.goto(server.url + path);
    await settled(page);
    const told = await page.locator(".notes").textContent();
    if (note) assert.match(told, note);
    else assert.doesNotMatch(told, /not counted/);
  }
  await context.close();
});

test("an input method is left alone until it is done", async () => {
  const { page, context } = await visit(browser, server.url);
  await page.goto(`${server.url}ko/search/`);
  const addressAfter = await page.evaluate(async () => {
    const field = document.querySelector("#q");
    field.value = "자";
    field.dispatchEvent(new InputEvent("input", { isComposing: true, bubbles: true }));
    await new Promise(done => setTimeout(done, 400));
    const during = location.search;
    field.value = "장애";
    field.dispatchEvent(new CompositionEvent("compositionend", { bubbles: true }));
    return [during, location.search];
  });
  assert.equal(addressAfter[0], "");
  assert.match(decodeURIComponent(addressAfter[1]), /장애/);
  await context.close();
});

test("the keyboard reaches field and results", async () => {
  const { page, context } = await visit(browser, server.url);
  await page.goto(`${server.url}en/search/?q=outage`);
  await settled(page);
  await page.keyboard.press("/");
  assert.equal(await page.evaluate(() => document.activeElement.id), "q");
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.evaluate(() => document.activeElement.closest("li")?.className), "result");
  await context.close();
});

test("symptoms lead to causes and cases", async () => {
  const { page, context, errors } = await visit(browser, server.url);
  await page.goto(`${server.url}en/diagnose/`);
  await page.locator(".choices input").first().waitFor();
  await page.locator("#pasted").fill("upstream request timeout: pods are NotReady, Out of memory");
  await page.locator("#diagnose form button").click();
  await page.locator(".diagnosis h2").first().waitFor();
  assert.ok(await page.locator(".diagnosis ol li a").count() > 1);
  assert.deepEqual(errors, []);
  await context.close();
});

test("a damaged index is told, and nothing hangs", async () => {
  const broken = mkdtempSync(join(tmpdir(), "casebook-broken-"));
  cpSync(site, broken, { recursive: true });
  const folder = readdirSync(join(broken, "search")).find(name => name.startsWith("en-"));
  for (const name of readdirSync(join(broken, "search", folder)).filter(name => name.startsWith("p"))) truncateSync(join(broken, "search", folder, name), 40);
  const other = await host(broken, "/");
  const { page, context } = await visit(browser, other.url);
  await page.goto(`${other.url}en/search/?q=outage`);
  await page.waitForFunction(() => /damaged/.test(document.querySelector("#results [role=status]")?.textContent ?? ""));
  assert.equal(await results(page).count(), 0);
  await context.close();
  await other.close();
  rmSync(broken, { recursive: true });
});
