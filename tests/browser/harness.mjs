// What every browser test needs: the built library, a static host with the strict policy, Chromium.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

export const root = fileURLToPath(new URL("../../", import.meta.url));
export const binary = process.env.CASEBOOK_BIN ?? join(root, "target/release/casebook");

const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:";
const TYPES = {
  html: "text/html; charset=utf-8", css: "text/css; charset=utf-8", js: "text/javascript; charset=utf-8",
  mjs: "text/javascript; charset=utf-8", json: "application/json", svg: "image/svg+xml", xml: "application/xml",
  png: "image/png", webmanifest: "application/manifest+json", txt: "text/plain; charset=utf-8",
};

/**
 * Builds a library with the release binary into a new folder.
 * @param {string} library  the library's folder
 * @param {string[]} more  further arguments
 * @returns {string} the output folder
 */
export function build(library = root, more = []) {
  if (!existsSync(binary)) throw new Error(`${binary} is not there: cargo build --release first`);
  const out = mkdtempSync(join(tmpdir(), "casebook-site-"));
  execFileSync(binary, ["build", "--quiet", "--root", library, "--out", out, ...more], { stdio: ["ignore", "ignore", "inherit"] });
  return out;
}

/**
 * Serves a folder as a plain static host does, under `base`, with the strict policy.
 * @param {string} folder
 * @param {string} base  path with slashes at both ends
 * @param {number} at  its port, 0 for a free one
 */
export async function host(folder, base = "/", at = 0) {
  const requests = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname);
    requests.push(path);
    const answer = (status, type, body) => {
      response.writeHead(status, { "content-type": type, "content-security-policy": POLICY, "x-content-type-options": "nosniff" });
      response.end(body);
    };
    if (!path.startsWith(base)) return answer(404, TYPES.txt, `outside ${base}`);
    let file = normalize(join(folder, path.slice(base.length)));
    if (existsSync(file) && statSync(file).isDirectory()) {
      if (!path.endsWith("/")) return void response.writeHead(301, { location: `${path}/` }).end();
      file = join(file, "index.html");
    }
    if (!file.startsWith(folder) || !existsSync(file)) {
      const missing = join(folder, "404.html");
      return answer(404, TYPES.html, existsSync(missing) ? readFileSync(missing) : "not found");
    }
    const type = TYPES[/** @type {keyof typeof TYPES} */ (file.split(".").at(-1))] ?? "application/octet-stream";
    answer(200, type, readFileSync(file));
  });
  await new Promise((resolve) => server.listen(at, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}${base}`,
    requests,
    close: () => new Promise((resolve) => { server.closeAllConnections(); server.close(resolve); }),
  };
}

/** Starts Debian's Chromium without its own traffic. */
export function launch() {
  return chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
      "--disable-component-update", "--disable-sync"],
  });
}

/**
 * Opens a page that remembers every console error and every request that leaves the host.
 * @param {import("playwright-core").Browser} browser
 * @param {string} url  address of the host
 * @param {import("playwright-core").BrowserContextOptions} options
 */
export async function visit(browser, url, options = {}) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  /** @type {string[]} */
  const errors = [];
  /** @type {string[]} */
  const strangers = [];
  page.on("console", (message) => { if (message.type() === "error") errors.push(message.text()); });
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("request", (request) => {
    const origin = new URL(request.url()).origin;
    if (origin !== new URL(url).origin && !request.url().startsWith("data:")) strangers.push(request.url());
  });
  return { page, context, errors, strangers };
}
