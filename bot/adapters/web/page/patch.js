// A new drawing takes the place of an old one by changing only what differs, so that a browser lays out and styles nothing
// else anew: a phone has little time for it.

import { doAs } from "./dom.js";

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

// What is on the screen becomes what was drawn; one of both is there afterwards.
export function patch(old, drawn) {
  if (stands.get(drawn) === old) return;
  if (!isAlike(old, drawn)) old.replaceWith(whole(drawn));
  else if (old.isEqualNode(drawn)) doAll(old, drawn);
  else if (old.nodeType === Node.TEXT_NODE) says(old, drawn.data);
  else change(old, drawn);
}

function isAlike(old, drawn) {
  return old.nodeName === drawn.nodeName && old.id === drawn.id && !renewed.has(drawn) && !stands.has(drawn);
}

function says(text, words) {
  if (text.data !== words) text.data = words;
}

// What looks the same may mean something else: a button another moment of the play.
function doAll(old, drawn) {
  if (old.nodeType !== Node.ELEMENT_NODE) return;
  const others = [drawn, ...drawn.querySelectorAll("button")];
  [old, ...old.querySelectorAll("button")].forEach((one, place) => doAs(one, others[place]));
}

function change(old, drawn) {
  for (const { name } of [...old.attributes]) if (!OWN.includes(name) && !drawn.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of drawn.attributes) if (!["class", "style"].includes(name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
  const classes = [...drawn.classList, ...STATES.filter((one) => old.classList.contains(one))].join(" ");
  if ([...old.classList].join(" ") !== classes) old.className = classes;
  if (drawn.style.length && old.style.cssText !== drawn.style.cssText) old.style.cssText = drawn.style.cssText;
  doAs(old, drawn);
  const [before, now] = [[...old.childNodes].filter((one) => !one.matches?.(BESIDE)), [...drawn.childNodes]];
  now.forEach((one, place) => (place < before.length ? patch(before[place], one) : old.append(whole(one))));
  for (const one of before.slice(now.length)) one.remove();
}

// With what stands elsewhere on the screen, since it comes in whole.
function whole(drawn) {
  for (const one of drawn.querySelectorAll?.("[data-stands]") ?? []) one.replaceWith(stands.get(one));
  return stands.get(drawn) ?? drawn;
}
