// Files that one saves: in a browser by a link. A frame inside a platform's app follows no such link, so there it is the
// platform that fetches the file, at an address that the host has given for it.

import { h } from "./dom.js";

const MARK = "\uFEFF"; // by which a spreadsheet knows that the text is UTF-8

let way = null; // of the app that the page is in, null in a browser

export function savedBy(deed) {
  way = deed;
}

// A text, or what is no text as base64 with its type.
export function save({ name, text, base64, type, address }) {
  if (way) return way(address, name);
  const content = base64 ? Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0)) : name.endsWith(".csv") ? MARK + text : text;
  const url = URL.createObjectURL(new Blob([content], { type: type || "text/plain" }));
  const link = h("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

// For those who have an app's own way: not every page beside the table has a place for such words.
export async function sayHere(words) {
  const [{ toast }, { t }] = await Promise.all([import("./toast.js"), import("./words.js")]);
  toast(t(words));
}
