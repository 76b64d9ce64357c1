// The page's own files, kept by the browser, so that it opens as an app and says when there is no network. Tables and
// answers of the API are never kept: they are asked for as if nobody stood in between.

const VERSION = {{ version | tojson }};
const FILES = {{ files | tojson }};
const KEPT = `azulejos-${VERSION}`;
const OWN = `/static/${VERSION}/`;
const OFFLINE = "/offline";

addEventListener("install", (event) => event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll([OFFLINE, ...FILES])).then(() => skipWaiting())));

addEventListener("activate", (event) => event.waitUntil(clean().then(() => clients.claim())));

async function clean() {
  for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name);
}

addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== location.origin) return;
  if (pathname.startsWith(OWN)) event.respondWith(file(event.request));
  else if (event.request.mode === "navigate" && !pathname.startsWith("/api/")) event.respondWith(fetch(event.request).catch(() => caches.match(OFFLINE)));
});

// A notification that is pressed leads to its table.
addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data));
});

async function lead(address) {
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find(({ url }) => url === address);
  return page ? page.focus() : clients.openWindow(address);
}

async function file(request) {
  const found = await caches.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) (await caches.open(KEPT)).put(request, answer.clone());
  return answer;
}
