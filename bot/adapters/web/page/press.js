// Nothing changes under a finger: while one is down what comes by itself waits until it is lifted and its click is heard.
// And what has just come by itself hears no press, for that was meant for what was there before.

const LONGEST_PRESS = 3000; // milliseconds; the end of a longer one may have been lost
const LONGEST_CLICK = 60; // milliseconds after the finger is lifted; after a drag there is none
const UNSEEN = 400; // milliseconds in which nobody answers what has just come

let pressed = false;
let holding;
let unheard = { element: null, until: 0 }; // what has come by itself, and until when it hears nothing
const waiting = new Map(); // what is to be done once it is lifted, the newest of each kind

// Does it, at once or when no finger is down. Of the same kind only what comes last is done.
export function whenLifted(kind, deed) {
  if (pressed) waiting.set(kind, deed);
  else deed();
}

// Nothing of what waits is done, or nothing of this kind: it was for somebody else, or about what was left.
export function forgetHeld(kind = "") {
  if (kind) waiting.delete(kind);
  else waiting.clear();
}

// What has come here by itself hears no press for a moment.
export function unasked(element) {
  element.animate({ pointerEvents: ["none", "none"] }, UNSEEN);
  unheard = { element, until: performance.now() + UNSEEN };
}

function hold(wait) {
  clearTimeout(holding);
  holding = setTimeout(letGo, wait);
}

function letGo() {
  pressed = false;
  const deeds = [...waiting.values()];
  waiting.clear();
  for (const deed of deeds) deed();
}

document.addEventListener("pointerdown", (event) => {
  if (event.button !== 0 || !event.isPrimary) return;
  pressed = true;
  hold(LONGEST_PRESS);
}, true);
for (const lifted of ["pointerup", "pointercancel", "dragend", "contextmenu", "visibilitychange"]) {
  document.addEventListener(lifted, () => hold(LONGEST_CLICK), true);
}
addEventListener("blur", () => hold(0));
document.addEventListener("click", () => hold(0), true);
document.addEventListener("keydown", (event) => {
  if (![" ", "Enter"].includes(event.key) || performance.now() > unheard.until || !unheard.element.contains(event.target)) return;
  event.preventDefault();
  event.stopPropagation();
}, true);
