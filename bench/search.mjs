// What a search costs in Chromium: bytes, requests and times until ten results, MRR@10 and recall@10.
//
//   node bench/search.mjs --site DIR --engine casebook|pagefind --queries FILE [--out FILE]
//     [--rtt 60] [--mbps 10] [--only cold,known] [--chromium /usr/bin/chromium]
//
// PEERS_JS names a folder whose node_modules holds playwright-core. The queries are those of
// gen_queries.py. A static host is played over HTTP/2: text types by brotli, all else as it is; with a delay and a
// bandwidth, answers start a round trip after their request and share one line. Every cold query has a
// browser of its own. Bytes are bodies as sent.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createSecureServer } from "node:http2";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { extname, join, resolve } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const option = (name, otherwise) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : process.argv[at + 1];
};
const { chromium } = createRequire(join(process.env.PEERS_JS ?? ".", "x.js"))("playwright-core");
const site = resolve(option("site"));
const engine = option("engine", "casebook");
const queries = JSON.parse(readFileSync(option("queries"), "utf8"));
const parts = option("only", "cold,known").split(",");
const slow = { rtt: Number(option("rtt", 60)), mbps: Number(option("mbps", 10)) };

const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".json": "application/json", ".css": "text/css", ".wasm": "application/wasm" };
const TEXTS = new Set([".html", ".js", ".json", ".css", ".xml", ".txt"]);
const BLANK = lang => Buffer.from(`<!doctype html><html lang="${lang}"><meta charset="utf-8"><title>bench</title>`);

/** @type {Map<string, {bytes: Buffer, encoding?: string, type: string, status: number}>} */
const bodies = new Map();
function body(path) {
  const known = bodies.get(path);
  if (known) return known;
  const extension = extname(path);
  const blank = /^blank-(\w+)\.html$/.exec(path);
  let made;
  try {
    const raw = blank ? BLANK(blank[1]) : readFileSync(join(site, path));
    const text = TEXTS.has(extension);
    const bytes = text ? brotliCompressSync(raw, { params: { [constants.BROTLI_PARAM_QUALITY]: raw.length < 1 << 20 ? 11 : 5 } }) : raw;
    made = { bytes, encoding: text ? "br" : undefined, type: TYPES[extension] ?? "application/octet-stream", status: 200 };
  } catch {
    made = { bytes: Buffer.from("not found"), type: "text/plain", status: 404 };
  }
  bodies.set(path, made);
  return made;
}

const keys = mkdtempSync(join(tmpdir(), "bench-"));
execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", join(keys, "k"), "-out", join(keys, "c"), "-days", "2", "-subj", "/CN=localhost"], { stdio: "ignore" });
let line = { rtt: 0, mbps: 0 }, free = 0, sent = [];
const server = createSecureServer({ key: readFileSync(join(keys, "k")), cert: readFileSync(join(keys, "c")), allowHTTP1: true }, (request, response) => {
  const path = decodeURIComponent(new URL(request.url, "https://x").pathname).slice(1);
  const { bytes, encoding, type, status } = body(path);
  sent.push([path, bytes.length]);
  const answer = () => {
    response.writeHead(status, { "content-type": type, "cache-control": "no-cache", ...encoding ? { "content-encoding": encoding } : {} });
    response.end(bytes);
  };
  if (!line.rtt && !line.mbps) return answer();
  free = Math.max(performance.now() + line.rtt, free) + (line.mbps ? bytes.length * 8 / (line.mbps * 1000) : 0);
  setTimeout(answer, free - performance.now());
});
await new Promise(ready => server.listen(0, "127.0.0.1", ready));
const base = `https://localhost:${server.address().port}`;
const flags = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync";
const browser = await chromium.launch({ executablePath: option("chromium", "/usr/bin/chromium"), args: flags.split(" ") });

// Both run inside the page.
const ASK = {
  casebook: async ({ query, lang }) => {
    const begin = performance.now();
    const { open } = await import("/search/casebook-search.js");
    const index = window.index ??= await open({ lang });
    const answer = await index.search(query, { limit: 10 });
    return { ms: performance.now() - begin, total: answer.total, urls: answer.results.map(found => found.url) };
  },
  pagefind: async ({ query }) => {
    const begin = performance.now();
    const engine = await import("/pagefind/pagefind.js");
    await engine.init?.();
    const answer = await engine.search(query);
    const ten = await Promise.all(answer.results.slice(0, 10).map(result => result.data()));
    return { ms: performance.now() - begin, total: answer.results.length, urls: ten.map(found => found.url) };
  },
}[engine];

const sum = list => list.reduce((a, b) => a + b, 0);
const median = list => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const visit = async lang => {
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  const page = await context.newPage();
  await page.goto(`${base}/blank-${lang}.html`, { waitUntil: "load" });
  return { context, page };
};
const out = { engine, cold: [], known: {} };

if (parts.includes("cold")) {
  for (const profile of ["local", "slow"]) {
    for (const { lang, q: query, kind, truth } of queries.twenty) {
      line = profile === "slow" ? slow : { rtt: 0, mbps: 0 };
      const { context, page } = await visit(lang);
      free = 0;
      sent = [];
      const asked = await page.evaluate(ASK, { query, lang });
      out.cold.push({ profile, lang, query, kind, truth, total: asked.total, ms: Math.round(asked.ms), requests: sent.length, bytes: sum(sent.map(([, bytes]) => bytes)), files: sent });
      await context.close();
    }
  }
  for (const profile of ["local", "slow"]) {
    const rows = out.cold.filter(row => row.profile === profile);
    console.log(`\n${profile}: query | kind | found / true | requests | bytes | ms`);
    for (const row of rows) console.log(`${row.lang} ${row.query} | ${row.kind} | ${row.total} / ${row.truth} | ${row.requests} | ${row.bytes} | ${row.ms}`);
    for (const name of ["requests", "bytes", "ms"]) console.log(name, "median", median(rows.map(row => row[name])), "worst", Math.max(...rows.map(row => row[name])));
  }
}
if (parts.includes("known")) {
  line = { rtt: 0, mbps: 0 };
  for (const lang of [...new Set(queries.known.map(item => item.lang))]) {
    const { context, page } = await visit(lang);
    for (const item of queries.known.filter(item => item.lang === lang)) {
      for (const [kind, query] of Object.entries(item.q)) {
        const asked = await page.evaluate(ASK, { query, lang });
        const rank = asked.urls.findIndex(url => url.includes(`/${item.id.toLowerCase()}/`)) + 1;
        (out.known[`${lang} ${kind}`] ??= []).push({ query, id: item.id, rank, total: asked.total, ms: asked.ms });
      }
    }
    await context.close();
  }
  console.log("\nkind | queries | MRR@10 | recall@10 | nothing found | median ms");
  for (const [kind, rows] of Object.entries(out.known)) {
    const mrr = sum(rows.map(row => row.rank ? 1 / row.rank : 0)) / rows.length;
    const recall = rows.filter(row => row.rank).length / rows.length;
    console.log(`${kind} | ${rows.length} | ${mrr.toFixed(3)} | ${recall.toFixed(2)} | ${rows.filter(row => !row.total).length} | ${median(rows.map(row => row.ms)).toFixed(1)}`);
  }
}
await browser.close();
server.close();
rmSync(keys, { recursive: true });
if (option("out")) writeFileSync(option("out"), JSON.stringify(out, null, 1));
process.exit(0);
