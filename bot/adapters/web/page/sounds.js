// The sounds of the table, each a few notes of an oscillator: nothing is loaded, and nothing sounds before the page was
// touched, for browsers allow none before.

import { prefer, preferred } from "./state.js";

const NOTES = { // hertz, seconds after the beginning, seconds, how loud
  card: [[196, 0, 0.06, 0.5], [147, 0.03, 0.05, 0.3]],
  turn: [[659, 0, 0.14, 0.5], [880, 0.13, 0.28, 0.5]],
  burraco: [[523, 0, 0.14, 0.5], [659, 0.11, 0.14, 0.5], [784, 0.22, 0.14, 0.5], [1047, 0.33, 0.4, 0.5]],
  end: [[784, 0, 0.2, 0.4], [659, 0.18, 0.2, 0.4], [523, 0.36, 0.5, 0.4]],
};
const LOUDNESS = 0.25; // of what the device would give
const RESTS = 5000; // milliseconds after the last note or touch: what runs costs a battery also while nothing sounds
const LATE = 500; // milliseconds after which a sound would tell of the past

// On a phone that lies beside others silence is expected.
const usual = matchMedia("(pointer: coarse)").matches ? "no" : "yes";

let context = null;
let resting = 0;

export function sounds() {
  return preferred("sounds", usual) === "yes";
}

export function wantSounds(so) {
  prefer("sounds", so ? "yes" : "no");
  awake();
}

// From the first touch on the page may sound.
function awake() {
  if (!sounds()) return;
  context ??= new AudioContext();
  run();
}

for (const touched of ["pointerdown", "keydown"]) document.addEventListener(touched, awake, { capture: true, passive: true });

// What is waited for until something sounds.
function run() {
  clearTimeout(resting);
  resting = setTimeout(() => context.suspend(), RESTS);
  return context.state === "running" ? undefined : context.resume();
}

export async function sound(name) {
  if (!sounds() || context === null) return;
  const asked = performance.now();
  await run();
  if (performance.now() - asked > LATE) return;
  for (const [pitch, after, lasts, loud] of NOTES[name]) note(pitch, context.currentTime + after, lasts, loud * LOUDNESS);
}

// It begins at once and fades, so that nothing clicks.
function note(pitch, at, lasts, loud) {
  const [tone, volume] = [context.createOscillator(), context.createGain()];
  tone.type = "triangle";
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(loud, at + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + lasts);
  tone.connect(volume).connect(context.destination);
  tone.start(at);
  tone.stop(at + lasts);
}
