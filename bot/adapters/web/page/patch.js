// A new drawing takes the place of an old one by changing only what differs, so that a browser lays out and styles nothing
// else anew: a phone has little time for it.

import { doAs } from "./dom.js";

const ROOMS = "#table, #felt, #seats, .others, .side, .melds, #middle, #pileroom, #pile, #fan, #words, #mine, #room, #controls, #controls .row, #feed";
const FLOWS = ".melds"; // rooms in which what comes later lies where what is before it leaves off
const TOGETHER = "#fan"; // and whose parts all move when there is one more or less
const OWN = ["class", "style", "tabindex"]; // attributes that are given by what measures and fits, too
const STATES = ["scrolls", "roomy", "slides", "more-above", "more-below", "more-before", "more-after"]; // and classes
const BESIDE = ".beyond"; // what is put in beside what was drawn
const stands = new WeakMap(); // for which element, which stays where it is, another one stands in a drawing
const renewed = new WeakSet(); // what has a life of its own, and takes the place of the old one in any case

// Stands in a drawing for an element that is on the screen, and is neither moved nor changed.
export function standIn(element) {
  const found = document.createElement("span");
  found.dataset.stands = "";
  stands.set(found, element);
  return found;
}

// It runs by itself: a clock.
export function renew(element) {
  renewed.add(element);
  return element;
}

// What is on the screen becomes what was drawn; one of both is there afterwards. What is no room for others is drawn anew
// as soon as it differs.
export function patch(old, drawn) {
  if (stands.get(drawn) === old) return;
  if (!isAlike(old, drawn)) old.replaceWith(whole(drawn));
  else if (old.isEqualNode(drawn)) doAll(old, drawn);
  else if (old.matches?.(ROOMS)) change(old, drawn);
  else old.replaceWith(whole(drawn));
}

function isAlike(old, drawn) {
  return old.nodeName === drawn.nodeName && old.id === drawn.id && !renewed.has(drawn) && !stands.has(drawn);
}

// What looks the same may mean something else: a button another moment of the play.
function doAll(old, drawn) {
  if (old.nodeType !== Node.ELEMENT_NODE) return;
  const others = [drawn, ...drawn.querySelectorAll("button")];
  [old, ...old.querySelectorAll("button")].forEach((one, place) => doAs(one, others[place]));
}

function change(old, drawn) {
  for (const { name } of [...old.attributes]) if (!OWN.includes(name) && !drawn.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of drawn.attributes) if (name !== "class" && old.getAttribute(name) !== value) old.setAttribute(name, value);
  const classes = [...drawn.classList, ...STATES.filter((one) => old.classList.contains(one))].join(" ");
  if ([...old.classList].join(" ") !== classes) old.className = classes;
  doAs(old, drawn);
  const [before, now] = [[...old.childNodes].filter((one) => !one.matches?.(BESIDE)), [...drawn.childNodes]];
  const differs = now.findIndex((one, place) => !before[place]?.isEqualNode(one));
  const kept = old.matches(FLOWS) && differs >= 0 ? differs : now.length; // what comes after it moves with it
  if (old.matches(TOGETHER) && (differs >= 0 || before.length > now.length)) return old.replaceChildren(...now.map(whole));
  now.forEach((one, place) => (place < Math.min(kept, before.length) ? patch(before[place], one) : put(old, before[place], one)));
  for (const one of before.slice(now.length)) one.remove();
}

function put(room, old, drawn) {
  if (old) old.replaceWith(whole(drawn));
  else room.append(whole(drawn));
}

// With what stands elsewhere on the screen, since it comes in whole.
function whole(drawn) {
  for (const one of drawn.querySelectorAll?.("[data-stands]") ?? []) one.replaceWith(stands.get(one));
  return stands.get(drawn) ?? drawn;
}
