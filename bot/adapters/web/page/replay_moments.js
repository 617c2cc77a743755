// A record as the host replays it: what is asked of it, and the moments that come back. The host keeps nothing of either.

import { spoken, t } from "./words.js";

const TOO_LARGE = 413; // the host's answer, as HTTP has it

// The moments of a deal, or of a line of play that branches off `at` one against computers of this level; or, `analysed`,
// what computers think of the deal. { done, unfit, words } where there is nothing to show: `unfit` if that lies in the record.
export async function looked({ text, deal, seat, open, at = -1, line = [], level = "", analysed = false }) {
  try {
    const session = sessionStorage.getItem("token") ?? ""; // inside an app it says who asks
    const answer = await fetch("replay", { method: "POST", body: JSON.stringify({ language: spoken(), text, deal, seat, open, at, line, level, analysed, session }) });
    if (answer.status === TOO_LARGE) return { done: false, unfit: true, words: t("file.long") };
    return answer.ok ? await answer.json() : { done: false, words: "" };
  } catch {
    return { done: false, words: "" };
  }
}

// Each moment with what it keeps of those before it.
export function whole(moments) {
  const found = [];
  for (const one of moments) found.push({ ...found.at(-1), ...one });
  return found;
}

// Where the turn before or after the one at a place begins.
export function turnFrom(found, place, step) {
  let at = place + step;
  while (found[at] && !found[at].begins) at += step;
  return Math.max(0, Math.min(found.length - 1, at));
}

// The last place at which a turn was still to be played; of one that there is not, the end.
export function beforeTurn(found, turn) {
  const first = found.findLastIndex((one, place) => one.number === turn && (place === 0 || found[place - 1].number !== turn));
  return first < 0 ? found.length - 1 : Math.max(0, first - 1);
}
