// What a reader has visited stays readable, and the whole library searchable, without a network.
//
// One worker knows one version of the site, and everything that it keeps is of that version. A page is
// its own ("own") once it is known to be of that version; other pages get nothing out of its store, so
// that a page never meets an index or a style of another build.

const VERSION = "%VERSION%";
const FILES = %FILES%;

const root = new URL(self.registration.scope);
const PREFIX = `casebook ${root.pathname} `;
const STORE = PREFIX + VERSION;
const OWN = `${STORE} pages`;

/** The version that the host serves now; fails without a network. */
async function served() {
  const answer = await fetch(new URL("version.json", root), { cache: "no-store" });
  if (!answer.ok) throw new Error("no version is told");
  return (await answer.json()).version;
}

/** The address under which a file is kept: what the host serves does not depend on the query. */
function key(address) {
  const url = new URL(address);
  url.search = "";
  url.hash = "";
  url.pathname = url.pathname.replace(/index\.html$/, "");
  return url.href;
}

const mark = id => new URL(`page/${id}`, root).href;
const claim = async id => (await caches.open(OWN)).put(mark(id), new Response(""));
const isOwn = async id => Boolean(id && await (await caches.open(OWN)).match(mark(id)));

self.addEventListener("install", event => event.waitUntil((async () => {
  const store = await caches.open(STORE);
  await store.addAll(FILES.map(path => new Request(new URL(path, root), { cache: "reload" })));
  if (await served() !== VERSION) {
    await caches.delete(STORE);
    throw new Error("the site changed meanwhile");
  }
  await self.skipWaiting();
})()));

self.addEventListener("activate", event => event.waitUntil((async () => {
  const names = await caches.keys();
  const old = names.filter(name => name.startsWith(PREFIX) && name !== STORE && name !== OWN);
  await Promise.all(old.map(name => caches.delete(name)));
  await self.clients.claim();
})()));

// A page tells the version that the host served when it was loaded.
self.addEventListener("message", event => {
  if (event.data?.version === VERSION && event.source?.id) event.waitUntil(claim(event.source.id));
});

self.addEventListener("fetch", event => {
  const url = new URL(event.request.url);
  const inside = url.origin === root.origin && url.pathname.startsWith(root.pathname);
  if (event.request.method !== "GET" || !inside || url.pathname === `${root.pathname}version.json`) return;
  event.respondWith(event.request.mode === "navigate" ? page(event) : part(event));
});

/** A page comes from the network while there is one, else from the store. */
async function page(event) {
  const store = await caches.open(STORE);
  let answer;
  try {
    answer = await fetch(event.request);
  } catch {
    await claim(event.resultingClientId);
    return await store.match(key(event.request.url)) ?? await store.match(new URL("offline.html", root)) ?? Response.error();
  }
  const copy = answer.clone();
  event.waitUntil((async () => {
    // Asked after the page came: what the host serves now is no older than the page.
    if (await served() === VERSION) {
      if (copy.ok && !copy.redirected) await store.put(key(event.request.url), copy);
      await claim(event.resultingClientId);
    } else {
      await self.registration.update();
    }
  })().catch(() => {}));
  return answer;
}

/** Styles, scripts, the index: out of the store for its own pages, else from the network alone. */
async function part(event) {
  if (!await isOwn(event.clientId)) return fetch(event.request);
  const kept = await (await caches.open(STORE)).match(key(event.request.url));
  if (kept) return kept;
  const answer = await fetch(event.request);
  return await served() === VERSION ? answer : Response.error();
}
