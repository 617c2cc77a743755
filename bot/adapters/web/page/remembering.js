// What a page remembers is its own bot's: a browser keeps one memory for all pages of an address, and those of bots that were
// added lie below bots/. Where a browser lets no page remember anything, this window does until it is closed. It is read
// before all other parts.

const bot = /.*\/bots\/([a-z0-9-]+)\//.exec(location.pathname)?.[1];
const OF_ADDED = /^[a-z0-9-]+\//; // a bot that was added

function ofBot(kept) {
  const own = (name) => `${bot}/${name}`;
  return {
    getItem: (name) => kept.getItem(own(name)),
    setItem: (name, value) => kept.setItem(own(name), value),
    removeItem: (name) => kept.removeItem(own(name)),
    names: () => Object.keys(kept).filter((name) => name.startsWith(own(""))).map((name) => name.slice(own("").length)),
  };
}

function memory() {
  const kept = new Map();
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, String(value)),
    removeItem: (name) => void kept.delete(name),
    names: () => [...kept.keys()],
  };
}

// All that this bot's pages remember there goes, but for what `stays`; what another bot's do is not touched.
export function forgetAll(kept, stays = () => false) {
  const names = kept.names?.() ?? Object.keys(kept).filter((name) => !OF_ADDED.test(name));
  for (const name of names) if (!stays(name)) kept.removeItem(name);
}

// Whether the browser itself remembers by this name.
function begin(name) {
  try {
    self[name].getItem("");
    if (bot) Object.defineProperty(self, name, { value: ofBot(self[name]) });
    return true;
  } catch {
    Object.defineProperty(self, name, { value: memory() });
    return false;
  }
}

// Whether what is remembered is still there once the page is loaded anew.
export const outlives = ["localStorage", "sessionStorage"].map(begin).every(Boolean);
