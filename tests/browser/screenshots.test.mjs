// Home, case, search and statistics at two widths, in three languages and both schemes, as artefacts in
// artefacts/. With UPDATE_IMAGES=1 those that the README shows are written into docs/images/.
import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { after, before, test } from "node:test";
import { build, host, launch, root } from "./harness.mjs";

const folder = fileURLToPath(new URL("artefacts/", import.meta.url));
const PAGES = { home: "", case: "cases/roblox-consul-2021/", search: "search/?q=DNS", statistics: "statistics/" };
const SHOWN = ["case-en-1440-light", "search-ko-390-dark"];

let site, browser;
before(async () => {
  mkdirSync(folder, { recursive: true });
  [site, browser] = [await host(build()), await launch()];
});
after(async () => { await browser?.close(); await site?.close(); });

for (const width of [390, 1440]) {
  for (const colorScheme of ["light", "dark"]) {
    test(`screenshots at ${width} pixels, ${colorScheme}`, async () => {
      const page = await browser.newPage({ viewport: { width, height: width === 390 ? 844 : 1000 }, colorScheme });
      for (const lang of ["en", "ko", "ru"]) {
        for (const [name, path] of Object.entries(PAGES)) {
          await page.goto(`${site.url}${lang}/${path}`);
          if (name === "search") await page.locator("#results h2 a").first().waitFor();
          const file = `${name}-${lang}-${width}-${colorScheme}`;
          await page.screenshot({ path: join(folder, `${file}.png`) });
          assert.ok(statSync(join(folder, `${file}.png`)).size > 10_000, file);
          if (process.env.UPDATE_IMAGES === "1" && SHOWN.includes(file)) copyFileSync(join(folder, `${file}.png`), join(root, `docs/images/${file}.png`));
        }
      }
      await page.close();
    });
  }
}

test("the README shows two of them", () => {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  for (const name of SHOWN) {
    assert.ok(readme.includes(`docs/images/${name}.png`), name);
    assert.ok(statSync(join(root, `docs/images/${name}.png`)).size > 10_000, name);
  }
});
