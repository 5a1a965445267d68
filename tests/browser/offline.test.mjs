// A library that browsers keep: searched without a network, and never of two versions.
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { build, host, launch, root } from "./harness.mjs";

/** The small library as it is, and with one sentence changed. */
let first, second, folder, browser;
before(async () => {
  const library = mkdtempSync(join(tmpdir(), "casebook-library-"));
  cpSync(join(root, "tests/sites/small"), library, { recursive: true });
  const settings = join(library, "casebook.toml");
  writeFileSync(settings, `offline = true\n${readFileSync(settings, "utf8")}`);
  first = build(library);
  const record = join(library, "content/cases/queue.en.md");
  writeFileSync(record, readFileSync(record, "utf8").replace("The lock was split.", "The zebrafish was split."));
  second = build(library);
  folder = join(mkdtempSync(join(tmpdir(), "casebook-host-")), "site");
  browser = await launch();
});
after(() => browser?.close());

/** Publishes a folder in one step. */
function publish(target) {
  symlinkSync(target, `${folder}-new`);
  renameSync(`${folder}-new`, folder);
}

/** Waits until the worker of the version that is served has everything. */
const kept = page => page.evaluate(async () => {
  await navigator.serviceWorker.ready;
  const { version } = await (await fetch("/lib/version.json", { cache: "no-store" })).json();
  for (let turn = 0; turn < 100; turn++) {
    const stores = (await caches.keys()).filter(name => name === `casebook /lib/ ${version}`);
    if (navigator.serviceWorker.controller && stores.length === 1 && (await caches.keys()).every(name => name.includes(version))) return;
    await new Promise(resolve => setTimeout(resolve, 100));
  }
  throw new Error(`not kept: ${await caches.keys()}`);
});

test("what was visited is searched and read without a network, and a new version takes its place whole", { timeout: 120_000 }, async () => {
  publish(first);
  let site = await host(folder, "/lib/");
  const { port } = new URL(site.url);
  const context = await browser.newContext();
  const page = await context.newPage();
  const errors = [];
  page.on("console", message => { if (message.type() === "error") errors.push(message.text()); });
  await page.goto(`${site.url}en/`);
  await kept(page);
  await page.goto(`${site.url}en/cases/queue/`);
  await page.waitForFunction(async () => Boolean(await caches.match("/lib/en/cases/queue/")), undefined, { timeout: 20_000 });
  assert.deepEqual(errors, []);
  await site.close();

  await page.goto(`${site.url}en/search/?q=lock`);
  await page.locator("#results h2 a").first().waitFor();
  await page.locator("#results h2 a").first().click();
  await page.waitForURL(/cases\/queue/);
  assert.match(await page.locator("main").innerText(), /The lock was split/);
  await page.goto(`${site.url}ko/search/?q=lock`);
  await page.locator("#results h2 a").first().waitFor();
  await page.goto(`${site.url}en/sources/report/`);
  assert.match(await page.locator("h1").first().innerText(), /offline/i);

  // The other version is published, and the host is back at the same address.
  publish(second);
  site = await host(folder, "/lib/", Number(port));
  await page.goto(`${site.url}en/`);
  await kept(page);
  await site.close();
  await page.goto(`${site.url}en/search/?q=zebrafish`);
  await page.locator("#results h2 a").first().waitFor();
  // The page that the first version kept is of that version: it is gone rather than mixed in.
  await page.goto(`${site.url}en/cases/queue/`);
  assert.match(await page.locator("h1").first().innerText(), /offline/i);
  await context.close();
  rmSync(folder);
});
