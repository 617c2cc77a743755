// The list of the keys of the table (keys.js); it comes when it is asked for.

import { open, title } from "./dialogs.js";
import { h } from "./dom.js";
import { t } from "./words.js";

// Each key with what it does, in the page's words.
const LISTED = [
  ["D", "draw"], ["P", "pickup"], ["N", "decline"], ["L", "lay"], ["X", "discard"], ["1–9", "key.meld"], ["G", "key.suggestion"],
  ["← →", "key.move"], ["Space", "key.tick"], ["Esc", "key.clear"], ["U", "undo"], ["S", "sort.suit"], ["W", "why"], ["H", "hint"],
  ["A", "key.recall"], ["I", "key.explain"], ["M", "key.menu"], ["F", "key.feed"], ["?", "key.list"],
];

export function keysDialog() {
  open("keys", title(t("keys.title")), h("dl", {}, LISTED.flatMap(([key, words]) => [h("dt", {}, h("kbd", {}, key === "Space" ? t("key.space") : key)), h("dd", {}, t(words))])));
}
