// The points at the end of a deal count up, one line after the other, within 400 ms in all and until any press. What stands
// there, and is read out, is the sum from the beginning on: the figures that count are drawn over it (table.css), so that
// nothing moves for them. There is none for who wants no motion.

const COUNT = 260; // milliseconds of one line
const LONGEST = 400; // milliseconds from the first line's start to the last one's end
const CALM = matchMedia("(prefers-reduced-motion: reduce)");

let running = [];

// These cells, line by line, from what each says that it was (`data-from`), else from nothing.
export function count(lines) {
  stop();
  if (CALM.matches || document.hidden) return;
  const step = (LONGEST - COUNT) / Math.max(1, lines.length - 1);
  running = lines.flatMap((cells, place) => cells.map((cell) => countUp(cell, place * step)));
}

function countUp(cell, delay) {
  const frames = { "--points": [Number(cell.dataset.from ?? 0), Number(cell.dataset.to)] };
  const moving = cell.animate(frames, { duration: COUNT, delay, easing: "ease-out", fill: "backwards" });
  cell.classList.add("counting");
  const end = () => {
    moving.cancel();
    cell.classList.remove("counting");
    running = running.filter((one) => one !== end);
  };
  moving.onfinish = end;
  return end;
}

function stop() {
  for (const end of [...running]) end();
}

for (const news of ["pointerdown", "keydown"]) document.addEventListener(news, stop, true);
