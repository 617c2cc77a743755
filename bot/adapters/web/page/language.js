// The choice of a language at the head of a page of a tournament; it stays in this browser.

import { byId, h } from "./dom.js";
import { prefer, preferred } from "./state.js";
import { LANGUAGES, guess, speak, spoken, t } from "./words.js";

// The words are there and the choice stands; `chosen(name)` says the page anew.
export async function offerLanguages(chosen) {
  byId("language").append(...Object.entries(LANGUAGES).map(([name, own]) => h("option", { value: name }, own)));
  byId("language").addEventListener("change", async ({ target }) => {
    const name = target.value;
    prefer("language", name);
    await speakHere(name);
    if (preferred("language", name) === name) chosen(name); // unless another was chosen while its words came
  });
  await speakHere();
}

// Whoever is known may have chosen another language elsewhere.
export async function speakHere(name = "") {
  await speak(name || preferred("language", guess()));
  byId("language").value = spoken();
  byId("language").setAttribute("aria-label", t("language"));
}
