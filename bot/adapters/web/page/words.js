// The page's own words, one file a language; sentences about the play come from the server. Every page loads this part by
// itself, as soon as it can, so that the words come while its other parts do.

import "./remembering.js";

const texts = {};
let language = "en";
let wanted = "";

export const LANGUAGES = JSON.parse(document.documentElement.dataset.languages); // each with its own name for itself

const coming = {}; // words that have been asked for

async function read(name) {
  try {
    return await (coming[name] ??= fetch(new URL(`words.${name}.json`, import.meta.url)).then((answer) => answer.json()));
  } catch (fault) {
    delete coming[name]; // they are asked for again
    throw fault;
  }
}

// The words of a language come when it is wanted first; from then on it is spoken at once. Of two that are wanted one after
// the other it is the later one, whichever comes first.
export async function speak(name) {
  const found = known(name);
  wanted = found;
  texts[found] ??= await read(found);
  if (wanted !== found) return;
  language = found;
  document.documentElement.lang = language;
}

function known(name) {
  return name in LANGUAGES ? name : "en";
}

export function spoken() {
  return language;
}

export function guess() {
  return known((navigator.language || "en").slice(0, 2));
}

// With a number of things: the words for a single one are a key of their own.
export function counted(key, n, facts = {}) {
  return t(n === 1 ? `${key}.one` : key, { n, ...facts });
}

export function t(key, facts = {}) {
  const text = texts[language]?.[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (facts[name] === undefined || facts[name] === null ? whole : apart(facts[name])));
}

const FROM_THE_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

// A name or a text of somebody's own, so that what follows it keeps its place also where it is read from the right.
export function apart(text) {
  return FROM_THE_RIGHT.test(text) ? `\u2068${text}\u2069` : String(text);
}

read(known(localStorage.getItem("language") ?? guess())).catch(() => {}); // most likely; they come while the other modules do
