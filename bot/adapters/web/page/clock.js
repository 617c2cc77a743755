// Time as people read it: countdowns that run by themselves, moments, and the clocks of a table.

import { h } from "./dom.js";
import { render } from "./events.js";
import { app } from "./state.js";
import { skew } from "./wire.js";
import { spoken, t } from "./words.js";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const SOON = { turn: 10 * SECOND, match: MINUTE, days: HOUR }; // from here on a clock warns

export function now() {
  return Date.now() + skew();
}

// A time in few signs: 0:07, 12:30, 2 h 05 min, 3 d 4 h.
export function brief(left) {
  const whole = Math.max(0, Math.ceil(left / SECOND)) * SECOND;
  const part = (unit, of) => Math.floor(unit === DAY ? whole / DAY : (whole % of) / unit);
  if (whole >= DAY) return t("time.days", { days: part(DAY), hours: part(HOUR, DAY) });
  if (whole >= HOUR) return t("time.hours", { hours: part(HOUR, DAY), minutes: String(part(MINUTE, HOUR)).padStart(2, "0") });
  return `${part(MINUTE, HOUR)}:${String(part(SECOND, MINUTE)).padStart(2, "0")}`;
}

// A moment of the server, such as Tue 14:30; with the date where it is a week away or more.
export function moment(at) {
  const far = at - now() > 6 * DAY;
  const day = far ? { day: "numeric", month: "short" } : { weekday: "short" };
  return new Intl.DateTimeFormat(spoken(), { ...day, hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(at - skew());
}

// What is left until a moment, in words, as it passes; nothing for no moment. `passed(left)` hears each step.
export function countdown(at, words, facts, passed) {
  if (!at) return null;
  const place = h("small", facts);
  const tick = () => {
    const left = at - now();
    const shown = words(left);
    if (place.textContent !== shown) place.textContent = shown;
    passed?.(left, place);
  };
  const ticking = setInterval(() => (place.isConnected ? tick() : clearInterval(ticking)), 250);
  tick();
  return place;
}

export function seconds(left) {
  return Math.max(0, Math.ceil(left / SECOND));
}

// --- of a table ------------------------------------------------------------------------------------------------------

export function clocks() {
  const { time } = app.view;
  return [
    time.until ? turnClock(time) : null,
    time.match_until ? warning("match", time.match_until, (left) => `${t("clock.match")} ${brief(left)}`, "matchclock") : null,
  ];
}

function turnClock(time) {
  if (time.kind !== "days") return warning("turn", time.until, brief, "clock");
  const clock = warning("days", time.until, () => t("clock.bank", { time: brief(bankLeft(time.bank)) }), "clock");
  clock.title = t("clock.until", { moment: moment(time.until) });
  return clock;
}

// What a bank has left: whole days of the time that counts as days, and the hours that remain; the night takes nothing.
function bankLeft({ counts, day }) {
  const left = counts.reduce((sum, [since, until]) => sum + Math.max(0, until - Math.max(since, now())), 0);
  return Math.floor(left / day) * DAY + (left % day);
}

function warning(kind, at, words, id) {
  return countdown(at, words, { id, class: "clock", role: "timer", "aria-label": t(`clock.${kind}`) },
    (left, place) => place.classList.toggle("soon", left <= SOON[kind]));
}

let calling;

// Whether this viewer may call time now; when the moment is still to come, the screen is drawn again then.
export function mayCall() {
  const from = app.view.time.call_from;
  clearTimeout(calling);
  if (!from) return false;
  const wait = from - now();
  if (wait > 0) calling = setTimeout(() => app.view && render(), Math.min(wait + 50, DAY));
  return wait <= 0;
}
