// The page's own words, one file a language; sentences about the play come from the server.

const texts = {};
let language = "en";

export const LANGUAGES = { en: "English", it: "Italiano" };

export async function loadWords() {
  for (const name of Object.keys(LANGUAGES)) {
    texts[name] = await (await fetch(`words.${name}.json`)).json();
  }
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
