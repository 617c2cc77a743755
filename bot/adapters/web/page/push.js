// Messages to this device while the page is closed, for who wants them: they pass through the browser's maker, so they
// say that it is somebody's turn, and where, and nothing else.

import { request, wire } from "./requests.js";
import { app, prefer, preferred } from "./state.js";

export function mayPush() {
  return Boolean(app.about?.push && "serviceWorker" in navigator && "PushManager" in window);
}

export function pushes() {
  return mayPush() && preferred("push", "no") === "yes";
}

// Where there is no safe address there is no worker, and the page is as it is without one; nor is there inside an app,
// whose browser, and there often whose address, is another's, and where one is called in the chat.
const inApp = "app" in document.documentElement.dataset;
const ready = inApp ? null : navigator.serviceWorker?.register("worker.js").then(() => navigator.serviceWorker.ready).catch(() => null);

let unwanted = false; // by the last wish: what is under way then is taken back as soon as it is done

export async function subscribe() {
  unwanted = false;
  const done = await subscribeHere();
  if (unwanted) return unsubscribeHere();
  prefer("push", done ? "yes" : "no");
}

// Whether this browser takes messages, and the host knows where.
async function subscribeHere() {
  const worker = await ready;
  const found = worker && await ofThisHost(worker).catch(() => null);
  return found ? (await tellHost(found)).done : false;
}

export async function unsubscribe() {
  unwanted = true;
  prefer("push", "no");
  await unsubscribeHere();
}

async function unsubscribeHere() {
  const found = await (await ready)?.pushManager.getSubscription();
  if (!found) return;
  await found.unsubscribe().catch(() => {}); // first: the host may be away
  await request("unsubscribe", { endpoint: found.endpoint }, { quiet: true });
}

// One for another host's key, or an older one's, is of no use.
async function ofThisHost(worker) {
  const before = await worker.pushManager.getSubscription();
  if (before && text(before.options.applicationServerKey) === app.about.push) return before;
  await before?.unsubscribe();
  return worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: app.about.push });
}

function tellHost(subscription) {
  const facts = { endpoint: subscription.endpoint, key: text(subscription.getKey("p256dh")), auth: text(subscription.getKey("auth")) };
  return request("subscribe", facts, { quiet: true });
}

function text(bytes) {
  return btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

// A browser may have given itself another address meanwhile, or this window may be another player's now.
wire.hear((message) => {
  if (message.type === "welcome" && message.me) subscribeAnew();
});

// Nobody has asked for it now: what cannot be said while the connection breaks is said when it is there again.
export async function subscribeAnew() {
  if (!pushes() || Notification.permission !== "granted") return;
  unwanted = false; // another window may want them again
  await subscribeHere();
  if (unwanted) await unsubscribeHere();
}
