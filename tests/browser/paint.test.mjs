// What a reader waits for: nothing moves once it is drawn, text is there before any script, and the
// page of a case stays small over the wire.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { build, host, launch } from "./harness.mjs";

const PAGES = ["", "cases/", "cases/roblox-consul-2021/", "statistics/", "search/", "browse/symptom/"];
let site, browser;
before(async () => { [site, browser] = [await host(build()), await launch()]; });
after(async () => { await browser?.close(); await site?.close(); });

for (const width of [390, 1440]) {
  test(`nothing moves once it is drawn, ${width} pixels wide`, async () => {
    const page = await browser.newPage({ viewport: { width, height: 900 } });
    for (const path of PAGES) {
      await page.goto(`${site.url}en/${path}`);
      const moved = await page.evaluate(() => new Promise(resolve => {
        let sum = 0;
        new PerformanceObserver(list => { for (const entry of list.getEntries()) sum += entry.value; }).observe({ type: "layout-shift", buffered: true });
        setTimeout(() => resolve(sum), 500);
      }));
      assert.equal(moved, 0, path);
    }
    await page.close();
  });
}

test("the first paint waits for no script", async () => {
  const page = await browser.newPage();
  let asked = 0;
  // Scripts never arrive: what is painted is painted without them.
  await page.route("**/*.js", () => { asked += 1; });
  await page.goto(`${site.url}en/cases/roblox-consul-2021/`, { waitUntil: "commit" });
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
  assert.ok(await page.locator("#summary p").first().isVisible());
  assert.ok(asked > 0, "the page has scripts to wait for");
  await page.close();
});

test("the page of a case takes less than 60,000 bytes over the wire, with its styles", async () => {
  for (const lang of ["en", "ko", "ru"]) {
    const page = await browser.newPage();
    const sizes = { document: 0, stylesheet: 0, script: 0 };
    page.on("response", async response => {
      const kind = response.request().resourceType();
      if (kind in sizes) sizes[kind] += gzipSync(await response.body()).length;
    });
    await page.goto(`${site.url}${lang}/cases/roblox-consul-2021/`, { waitUntil: "networkidle" });
    assert.ok(sizes.document > 0 && sizes.document + sizes.stylesheet < 60_000, `${lang}: ${JSON.stringify(sizes)}`);
    assert.ok(sizes.stylesheet < 15_000 && sizes.script < 20_000, `${lang}: ${JSON.stringify(sizes)}`);
    await page.close();
  }
});
