// Where a browser lets no page remember anything, this window does until it is closed. It is read before all other parts.

function memory() {
  const kept = new Map();
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, String(value)),
    removeItem: (name) => void kept.delete(name),
  };
}

for (const name of ["localStorage", "sessionStorage"]) {
  try {
    self[name].getItem("");
  } catch {
    Object.defineProperty(self, name, { value: memory() });
  }
}
