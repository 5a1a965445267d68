// Registers the worker that keeps the library, and tells it which version this page is of.

const root = new URL("../", import.meta.url);
if ("serviceWorker" in navigator) {
  const version = fetch(new URL("version.json", root), { cache: "no-store" }).then(answer => answer.json());
  navigator.serviceWorker.register(new URL("sw.js", root), { scope: root.pathname }).catch(() => {});
  navigator.serviceWorker.ready
    .then(async registration => registration.active?.postMessage(await version))
    .catch(() => {});
}
