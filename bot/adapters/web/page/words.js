// The page's own words, one file a language; sentences about the play come from the server.

const texts = {};
let language = "en";

export const LANGUAGES = {};  // each with its own name for itself

export async function loadWords() {
  Object.assign(LANGUAGES, await read("languages.json"));
  await Promise.all(Object.keys(LANGUAGES).map(async (name) => { texts[name] = await read(`words.${name}.json`); }));
}

async function read(file) {
  return (await fetch(file)).json();
}

export function speak(name) {
  language = name in LANGUAGES ? name : "en";
  document.documentElement.lang = language;
}

export function spoken() {
  return language;
}

export function guess() {
  const wanted = (navigator.language || "en").slice(0, 2);
  return wanted in LANGUAGES ? wanted : "en";
}

export function t(key, facts = {}) {
  const text = texts[language][key] ?? texts.en[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => facts[name] ?? whole);
}
