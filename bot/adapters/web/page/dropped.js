// A record that was dropped on a page as a file: this window remembers it until it is closed, and nobody else.

import { refuse } from "./toast.js";
import { t } from "./words.js";

const KEY = "record";
const LONGEST = 128 * 1024; // signs: the host opens no longer record
const BIGGEST = 4 * LONGEST; // bytes that they can have

export const remembered = () => sessionStorage.getItem(KEY) ?? "";
export const keep = (text) => sessionStorage.setItem(KEY, text);
export const forget = () => sessionStorage.removeItem(KEY);

// What stands in it; "" where that can be no record, and then it is said why.
export async function read(file) {
  if (file.size > BIGGEST) return refused("file.long");
  const text = await file.text().catch(() => null); // a folder, or a file that is gone
  if (text === null) return refused("file.unreadable");
  if (text.length > LONGEST) return refused("file.long");
  return text.trim() ? text : refused("file.empty");
}

function refused(why) {
  refuse(t(why));
  return "";
}

// On any other page: it is opened on the page for it.
export async function open(file) {
  const text = await read(file);
  if (!text) return;
  keep(text);
  location.assign("replay.html");
}
