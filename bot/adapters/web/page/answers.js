// What a tournament answers beside words, at the desk and on its page: buttons to go on by.

import { closeDialog, open, title } from "./dialogs.js";
import { button, h } from "./dom.js";

// Buttons, each a label and the command `tournament WHAT ID WORDS`; `press(what, words)` sends one.
export function menu({ words, page }, press) {
  const rows = page.buttons.map(([label, line]) => {
    const [, what, , ...rest] = line.split(" ");
    return button(label, () => press(what, rest.join(" ")), { class: "choice", "data-what": what });
  });
  open("menu", title(page.title), ...words.split("\n").map((line) => h("p", {}, line)), h("div", { class: "rows" }, rows));
}

// A step after which the dialog is done with.
export function closes(what, words) {
  if (what === "desk" || (what === "broadcast" && words.includes(" ")) || words.split(" ").at(-1)?.startsWith("!")) closeDialog();
}
