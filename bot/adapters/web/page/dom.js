// Elements are made here and nowhere else; whatever comes from the server is text, never markup.

export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "class") element.className = value;
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" && tag === "input") element.value = element.defaultValue = value; // what differs was written since
    else if (name === "value" || name === "checked" || name === "selected") element[name] = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat()) {
    if (child === undefined || child === null || child === false || child === "") continue;
    element.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
  return element;
}

// A part of a drawing (SVG).
export function drawing(tag, properties = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(properties)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

export function button(label, onclick, properties = {}) {
  return h("button", { type: "button", onclick, ...properties }, label);
}

export function byId(id) {
  return document.getElementById(id);
}

// What says the same already is left alone: a reader of the screen would say it again.
export function setText(id, words) {
  if (byId(id).textContent !== (words ?? "")) byId(id).textContent = words ?? "";
}

const waiting = new WeakMap(); // by place, what had the focus there and cannot be pressed for a while

// What stands in a place from now on. What had the focus there has it again, so that who goes by keys stays where they are:
// it is known by its id, or by where it leads.
export function redraw(place, ...content) {
  const at = document.activeElement;
  const held = place.contains(at) ? known(at) : at === document.body ? waiting.get(place) : "";
  place.replaceChildren(...content);
  waiting.delete(place);
  const again = held && [...place.querySelectorAll("a, button, input")].find((one) => known(one) === held);
  if (again?.disabled) waiting.set(place, held);
  else if (again) again.focus({ preventScroll: true });
}

function known(element) {
  return element.id || element.getAttribute("href");
}

// A file that is dropped anywhere on the page; cards are moved by the pointer.
export function dropping(take) {
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file) take(file);
  });
}
