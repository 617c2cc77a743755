// What the page knows now. Data only: whoever changes it says so (`events.js`), and the screen is drawn anew.

export const app = {
  view: null, // what the server last showed of the table
  home: false, // whether I went to the first page: there I stay when the connection breaks
  leaves: false, // until the server has heard that I went there: what still comes of the table is not shown
  me: null, // name, language
  calls: [], // the other tables where it is my turn
  about: null, // what the server said of itself
  busy: false,
  scored: -1, // deals whose score sheet was shown
  unwritten: false, // the host cannot store anything now
};

// What a dialog may be about: the table that is shown, the match at it, or one moment of that.
export function tableHere() {
  return app.view ? app.view.table.id : "";
}

export function matchHere() {
  return app.view ? `${tableHere()} ${app.view.table.match || "-"}` : "";
}

export function momentHere() {
  return app.view ? `${matchHere()} ${app.view.table.stage}` : "";
}

export function isHere(about) {
  return `${momentHere()} `.startsWith(`${about} `);
}

// What this browser remembers of how one likes the page.
export function preferred(name, usual) {
  return localStorage.getItem(name) ?? usual;
}

export function prefer(name, value) {
  localStorage.setItem(name, value);
}

// The colours one likes, on every page with cards.
export function wearColours() {
  document.body.classList.toggle("four", preferred("four", "no") === "yes");
  document.documentElement.classList.toggle("light", light());
}

// Whether the table is light: as one has chosen, else as the app is in which the page is shown.
export function light() {
  return preferred("light", document.documentElement.dataset.scheme === "light" ? "yes" : "no") === "yes";
}
