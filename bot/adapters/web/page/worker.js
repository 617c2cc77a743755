// What a browser keeps running for the page: the page that says there is no connection, and messages to this device.
// It keeps the files below and nothing else: never a table, a hand or an answer of the host.

const KEPT = ["offline.html", "offline.js", "offline.css", "dom.js", "words.js", "icon.svg", "languages.json"];
const SHELF = "offline";

addEventListener("install", (event) => event.waitUntil(keepAll().then(() => skipWaiting())));
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

async function keepAll() {
  const [shelf, languages] = await Promise.all([caches.open(SHELF), fetch("languages.json").then((found) => found.json())]);
  await shelf.addAll([...KEPT, ...Object.keys(languages).map((name) => `words.${name}.json`)]);
}

// --- without a connection --------------------------------------------------------------------------------------------

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match("offline.html")));
  else if (isKept(new URL(request.url))) event.respondWith(fetch(request).catch(() => caches.match(request, { ignoreSearch: true })));
});

function isKept({ origin, pathname }) {
  const name = pathname.split("/").at(-1);
  return origin === location.origin && (KEPT.includes(name) || /^words\.[a-z]+\.json$/.test(name));
}

// --- messages to this device -----------------------------------------------------------------------------------------

addEventListener("push", (event) => {
  const { title, body, tag, url } = event.data.json();
  event.waitUntil(registration.showNotification(title, { body, tag, icon: "icon-192.png", badge: "icon-192.png", data: { url } }));
});

// The window that is there comes to the front and shows the table; else a new one.
addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(goTo(new URL(event.notification.data.url, registration.scope).href));
});

async function goTo(url) {
  const [first] = await clients.matchAll({ type: "window" });
  if (!first) return clients.openWindow(url);
  await first.focus();
  return first.navigate(url);
}
