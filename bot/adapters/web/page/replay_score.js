// The score as it grew: what each side would have had at every moment, as a line each; a press goes to the moment.

import { drawing, h } from "./dom.js";
import { t } from "./words.js";

const WIDE = 600;
const HIGH = 120;

// The points of the deal so far, and with the deals before it where there were any.
export function standing(page, moment) {
  return h("div", { id: "standing", title: t("replay.now") }, page.sides.map(({ side, name }, place) => {
    const points = moment.score[place];
    const total = page.before.some(Boolean) ? h("small", {}, ` ${t("replay.total", { points: figure(page.before[place] + points) })}`) : null;
    return h("div", { class: `points of-${place}`, "data-side": side }, h("span", {}, name), h("b", {}, figure(points)), total);
  }));
}

function figure(points) {
  return String(points).replace("-", "−");
}

export function chart(page, found, go) {
  const all = found.flatMap((one) => one.score);
  const [low, high] = [Math.min(0, ...all), Math.max(0, ...all)];
  const last = Math.max(1, found.length - 1);
  const x = (at) => (at / last) * WIDE;
  const y = (points) => HIGH - ((points - low) / (high - low || 1)) * HIGH;
  const lines = page.sides.map((_, side) => drawing("polyline", { class: `line of-${side}`, points: found.map((one, at) => `${x(at).toFixed(1)},${y(one.score[side]).toFixed(1)}`).join(" ") }));
  const marks = [drawing("line", { class: "zero", x1: 0, x2: WIDE, y1: y(0), y2: y(0) })];
  if (page.turning) marks.push(drawing("line", { class: "turning", x1: x(page.turning.moment), x2: x(page.turning.moment), y1: 0, y2: HIGH }));
  marks.push(drawing("line", { class: "here", y1: 0, y2: HIGH }));
  const picture = drawing("svg", { viewBox: `0 -4 ${WIDE} ${HIGH + 8}`, preserveAspectRatio: "none", role: "img", "aria-label": t("replay.score") }, ...marks, ...lines);
  picture.addEventListener("click", (event) => {
    const box = picture.getBoundingClientRect();
    go(Math.round(((event.clientX - box.left) / box.width) * last));
  });
  return h("section", { id: "chart" }, h("h2", {}, t("replay.score")), picture);
}

// The line that says where one is: the part of the deal that has been played.
export function moveTo(shown, part) {
  for (const name of ["x1", "x2"]) shown.querySelector(".here").setAttribute(name, part * WIDE);
}
