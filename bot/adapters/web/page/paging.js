// What does not fit its place is laid on pages, each as full as it goes; on one page it is as large as it can be.

// `room`: an element of a fixed height. `scales`: sizes of its text, the largest first; the last is the least that can be
// read from afar. `columns`: how many there may be, the first where it does. `head` stands on every page.
export function pages(room, items, { scales, columns, head = null }) {
  room.replaceChildren(...(head ? [head] : []), ...items);
  for (const scale of scales) {
    for (const count of columns) {
      set(room, scale, count);
      if (room.scrollHeight <= room.clientHeight + 1) return [items];
    }
  }
  set(room, scales.at(-1), columns.at(0));
  return cut(room, items, head);
}

function set(room, scale, count) {
  room.style.setProperty("--scale", scale);
  room.style.setProperty("--columns", count);
}

// Where all are laid below each other, a page ends before the first row that goes beyond it; every row begins a line.
function cut(room, items, head) {
  const places = items.map((item) => item.getBoundingClientRect());
  const above = head ? places[0].top - head.getBoundingClientRect().top : 0;
  const all = [];
  let [first, top] = [0, places[0].top];
  places.forEach((place, at) => {
    if (place.bottom - top + above <= room.clientHeight + 1 || at === first) return;
    all.push(items.slice(first, at));
    [first, top] = [at, place.top];
  });
  return [...all, items.slice(first)];
}
