// Who taps twice where once was meant, by habit or because the first tap seemed unheard, does nothing to what has come to lie
// there meanwhile: a question, another button of the row. Keys, cards and what may be laid are not meant.

const SOON = 400; // milliseconds after a tap
const NEAR = 24; // pixels from it
let last = { at: -SOON, x: 0, y: 0, on: null };

function isSame(one, other) {
  return one === other || Boolean(one.id && one.id === other.id);
}

// A mouse's clicks are counted by the browser; of two taps not every browser says that they are.
function isAgain({ timeStamp, clientX, clientY, detail, pointerType }) {
  const isSoon = pointerType === "touch" ? timeStamp - last.at < SOON : detail > 1;
  return last.on && isSoon && Math.hypot(clientX - last.x, clientY - last.y) < NEAR;
}

document.addEventListener("click", (event) => {
  const on = event.target.closest("button:not(.card, .suggestion), summary, a");
  if (!on || !event.isTrusted || !event.detail) return; // by a key, or by a part of the page
  if (isAgain(event) && !isSame(on, last.on)) {
    event.preventDefault();
    event.stopPropagation();
  } else last = { at: event.timeStamp, x: event.clientX, y: event.clientY, on };
}, true);
