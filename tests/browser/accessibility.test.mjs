// axe-core over every kind of page, light and dark, in every interface language.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { build, host, launch } from "./harness.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const PAGES = ["", "cases/", "cases/flyio-6pn-readiness/", "cases/roblox-consul-2021/", "browse/", "browse/symptom/", "sources/", "search/?q=cache", "method/"];

/** @type {Awaited<ReturnType<typeof host>>} */
let site;
/** @type {import("playwright-core").Browser} */
let browser;
before(async () => {
  site = await host(build());
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await site?.close();
});

for (const scheme of /** @type {const} */ (["light", "dark"])) {
  for (const lang of ["en", "ko", "ru"]) {
    test(`no violation in ${lang}, ${scheme}`, async () => {
      // The policy of the site forbids foreign scripts, so the checker comes in past it.
      const context = await browser.newContext({ colorScheme: scheme, bypassCSP: true });
      const page = await context.newPage();
      const found = [];
      for (const path of PAGES) {
        await page.goto(`${site.url}${lang}/${path}`);
        if (path.startsWith("search")) await page.locator("#results h2 a").first().waitFor();
        await page.addScriptTag({ content: axe });
        const { violations } = await page.evaluate(() => /** @type {any} */ (globalThis).axe.run());
        for (const violation of violations) {
          found.push(`${path}: ${violation.id}: ${violation.nodes[0]?.html.slice(0, 160)}`);
        }
      }
      assert.deepEqual(found, []);
      await context.close();
    });
  }
}

test("nothing is lost at 320 pixels", async () => {
  const page = await browser.newPage({ viewport: { width: 320, height: 800 } });
  for (const path of PAGES) {
    await page.goto(`${site.url}ko/${path}`);
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(wider <= 0, `${path} is ${wider} px too wide`);
  }
  await page.close();
});
