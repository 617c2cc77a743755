// A record that was dropped on a page as a file: this window remembers it until it is closed, and nobody else.

const KEY = "record";

export const remembered = () => sessionStorage.getItem(KEY) ?? "";
export const keep = (text) => sessionStorage.setItem(KEY, text);
export const forget = () => sessionStorage.removeItem(KEY);

// Files alone: cards are moved by the pointer.
export function dropping(take) {
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file) take(file);
  });
}

// On any other page: it is opened on the page for it.
export async function open(file) {
  keep(await file.text());
  location.assign("replay.html");
}
