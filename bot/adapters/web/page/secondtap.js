// Who taps twice where once was meant, by habit or because the first tap seemed unheard, does nothing to what has come to lie
// there meanwhile: a question, another suggestion, another button of the row. Keys and cards are not meant.

const SOON = 400; // milliseconds after a tap
const NEAR = 24; // pixels from it
let last = { at: -SOON, x: 0, y: 0, on: null };

function isSame(one, other) {
  return one === other || Boolean(one.id && one.id === other.id);
}

document.addEventListener("click", (event) => {
  const on = event.target.closest("button:not(.card), summary, a");
  if (!on || !event.isTrusted || !event.detail) return; // by a key, or by a part of the page
  const { timeStamp: at, clientX: x, clientY: y } = event;
  const isSecond = last.on && at - last.at < SOON && Math.hypot(x - last.x, y - last.y) < NEAR;
  if (isSecond && !isSame(on, last.on)) {
    last.at = at; // who goes on tapping goes on meaning the first
    event.preventDefault();
    event.stopPropagation();
  } else last = { at, x, y, on };
}, true);
