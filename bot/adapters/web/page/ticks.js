// Cards that were ticked, by their places in a hand, while the host was asked what becomes of a play.

// Those of `ticked` that were not `played`, in the hand from which the others have gone.
export function stillTicked(ticked, played, before, after) {
  const found = [];
  for (const place of ticked.filter((one) => !played.includes(one))) {
    const now = after.findIndex((card, at) => card === before[place] && !found.includes(at));
    if (now >= 0) found.push(now);
  }
  return found;
}
