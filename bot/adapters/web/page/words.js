// The page's own words, one file a language; sentences about the play come from the server.

const texts = {};
let language = "en";
let wanted = "";

export const LANGUAGES = {};  // each with its own name for itself

export async function loadLanguages() {
  Object.assign(LANGUAGES, await read("languages.json"));
}

async function read(file) {
  return (await fetch(file)).json();
}

// The words of a language come when it is wanted first; from then on it is spoken at once. Of two that are wanted one after
// the other it is the later one, whichever comes first.
export async function speak(name) {
  const found = name in LANGUAGES ? name : "en";
  wanted = found;
  texts[found] ??= await read(`words.${found}.json`);
  if (wanted !== found) return;
  language = found;
  document.documentElement.lang = language;
}

export function spoken() {
  return language;
}

export function guess() {
  const own = (navigator.language || "en").slice(0, 2);
  return own in LANGUAGES ? own : "en";
}

// With a number of things: the words for a single one are a key of their own.
export function counted(key, n, facts = {}) {
  return t(n === 1 ? `${key}.one` : key, { n, ...facts });
}

export function t(key, facts = {}) {
  const text = texts[language]?.[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => facts[name] ?? whole);
}
