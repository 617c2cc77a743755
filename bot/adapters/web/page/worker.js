// What a browser keeps running for the page: the page that says there is no connection, and messages to this device.
// It keeps that page, what it loads and nothing else: never a table, a hand or an answer of the host.

const PAGE = "offline.html";
const NAMED = /(?:src|href)="([^"]+)"/g;
const KEPT = [PAGE, "offline.js", "offline.css", "remembering.js", "shared-bundle.js", "words.js", "icon.svg", "languages.json"];
const SHELF = "offline";
const WORDS = /\/words\.[a-z]+\.json$/;

addEventListener("install", (event) => event.waitUntil(keepAll().then(() => skipWaiting())));
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

// Of the words those of the browser's language, which the page has just read; others when they are wanted first.
async function keepAll() {
  const shelf = await caches.open(SHELF);
  const page = await (await fetch(PAGE)).text();
  const addresses = [...page.matchAll(NAMED)].map(([, address]) => address);
  await shelf.addAll([PAGE, "languages.json", ...addresses]);
  const languages = await (await shelf.match("languages.json")).json();
  const own = navigator.language.slice(0, 2);
  const beside = addresses.find((address) => address.endsWith("words.js"));
  await shelf.add(beside.replace("words.js", `words.${own in languages ? own : "en"}.json`));
}

// --- without a connection --------------------------------------------------------------------------------------------

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match("offline.html")));
  else if (isOurs(request) && WORDS.test(request.url)) event.respondWith(words(event));
  else if (isOurs(request) && KEPT.includes(nameOf(request))) event.respondWith(fetch(request).catch(() => caches.match(request, { ignoreSearch: true })));
});

function isOurs({ url }) {
  return new URL(url).origin === location.origin;
}

function nameOf({ url }) {
  return new URL(url).pathname.split("/").at(-1);
}

// Words that are read are kept from then on; without a connection those that there are must do.
async function words(event) {
  const shelf = await caches.open(SHELF);
  try {
    const found = await fetch(event.request);
    if (found.ok) event.waitUntil(shelf.put(event.request, found.clone()));
    return found;
  } catch {
    const others = (await shelf.keys()).filter(({ url }) => WORDS.test(url));
    return (await shelf.match(event.request)) ?? (others.length ? shelf.match(others[0]) : Response.error());
  }
}

// --- messages to this device -----------------------------------------------------------------------------------------

addEventListener("push", (event) => {
  const { title, body, tag, url } = event.data.json();
  event.waitUntil(registration.showNotification(title, { body, tag, icon: "icon-192.png", badge: "icon-192.png", data: { url } }));
});

// The window of tables that is there comes to the front and shows this one; else a new one. No other page is led to a hand:
// a whole club room may look at it.
addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(goTo(new URL(event.notification.data.url, registration.scope).href));
});

function isOfTables({ url }) {
  return [registration.scope, new URL("index.html", registration.scope).href].includes(url.split(/[?#]/)[0]);
}

async function goTo(url) {
  const first = (await clients.matchAll({ type: "window" })).find(isOfTables);
  if (!first) return clients.openWindow(url);
  await first.focus();
  return first.navigate(url);
}
