// The repository's own library in Chromium, at the root of a host and below a path: reading, searching in
// three languages, following a result to a claim and its quote, with nothing asked of any other host.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { build, host, launch, visit } from "./harness.mjs";

/** A query in each language for the case about relays that a readiness check froze. */
const QUERIES = [
  { lang: "en", query: "packet loss Mumbai" },
  { lang: "ko", query: "뭄바이로 패킷 손실이" },
  { lang: "ru", query: "потерей пакетов" },
];
const CASE = "flyio-6pn-readiness";

/** @type {string} */
let folder;
/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  folder = build();
  browser = await launch();
});
after(() => browser?.close());

for (const base of ["/", "/lib/"]) {
  describe(`under ${base}`, () => {
    /** @type {Awaited<ReturnType<typeof host>>} */
    let site;
    before(async () => { site = await host(folder, base); });
    after(() => site.close());

    test("the root leads to the default language without script", async () => {
      const { page, context, errors } = await visit(browser, site.url, { javaScriptEnabled: false });
      await page.goto(site.url);
      await page.waitForURL(`${site.url}en/`);
      assert.ok(await page.locator("h1").count());
      assert.deepEqual(errors, []);
      await context.close();
    });

    for (const { lang, query } of QUERIES) {
      test(`a search in ${lang} leads to the claim and its quote`, async () => {
        const { page, context, errors, strangers } = await visit(browser, site.url);
        await page.goto(`${site.url}${lang}/`);
        await page.locator("input[name=q]").first().fill(query);
        await page.locator("input[name=q]").first().press("Enter");
        await page.waitForURL(/\/search\/\?q=/);
        const first = page.locator("#results h2 a").first();
        await first.waitFor();
        assert.match(String(await first.getAttribute("href")), new RegExp(`/${lang}/cases/${CASE}/`));
        assert.ok(await page.locator("#results mark").count(), "the excerpt marks the words");
        await first.click();
        await page.waitForURL(new RegExp(`/${lang}/cases/${CASE}/`));
        assert.equal(await page.locator("html").getAttribute("lang"), lang);
        const quotes = page.locator("article.account blockquote, article.account q, article.account .quote");
        assert.ok(await quotes.count(), "claims show their quotes");
        assert.deepEqual(errors, []);
        assert.deepEqual(strangers, []);
        await context.close();
      });
    }

    test("the address holds the whole view of a search", async () => {
      const { page, context, errors } = await visit(browser, site.url);
      await page.goto(`${site.url}en/search/?q=Kubernetes`);
      await page.locator("#results h2 a").first().waitFor();
      const before = await page.locator("#results h2 a").allInnerTexts();
      await page.locator("#results h2 a").first().click();
      await page.goBack();
      await page.locator("#results h2 a").first().waitFor();
      assert.deepEqual(await page.locator("#results h2 a").allInnerTexts(), before);
      assert.equal(await page.locator("input[name=q]").inputValue(), "Kubernetes");
      await page.reload();
      await page.locator("#results h2 a").first().waitFor();
      assert.deepEqual(await page.locator("#results h2 a").allInnerTexts(), before);
      assert.deepEqual(errors, []);
      await context.close();
    });

    test("a query is shown as text, never as markup", async () => {
      const { page, context, errors } = await visit(browser, site.url);
      await page.goto(`${site.url}en/search/?q=${encodeURIComponent("<img src=x onerror=alert(1)>")}`);
      await page.waitForTimeout(500);
      assert.equal(await page.locator("main img").count(), 0);
      assert.equal(await page.locator("input[name=q]").inputValue(), "<img src=x onerror=alert(1)>");
      assert.deepEqual(errors, []);
      await context.close();
    });

    test("cases are read, and every internal link of a case page holds, without script", async () => {
      const { page, context, errors, strangers } = await visit(browser, site.url, { javaScriptEnabled: false });
      for (const lang of ["en", "ko", "ru"]) {
        await page.goto(`${site.url}${lang}/cases/${CASE}/`);
        assert.ok((await page.locator("main").innerText()).length > 1500);
        const links = await page.locator("a[href]").evaluateAll((all) => all.map((link) => /** @type {HTMLAnchorElement} */ (link).href));
        for (const link of new Set(links.filter((link) => link.startsWith(site.url)).map((link) => link.split("#")[0]))) {
          assert.equal((await page.request.get(String(link))).status(), 200, String(link));
        }
        assert.ok(links.every((link) => !link.startsWith(new URL("/", site.url).href) || link.startsWith(site.url)), "no link leaves the sub-path");
      }
      assert.deepEqual(errors, []);
      assert.deepEqual(strangers, []);
      await context.close();
    });

    test("a wrong address shows the page for it", async () => {
      const { page, context } = await visit(browser, site.url);
      const answer = await page.goto(`${site.url}en/cases/no-such-case/`);
      assert.equal(answer?.status(), 404);
      await context.close();
    });
  });
}
