// What one part of the page lets another hear, without knowing it: `render` (what is shown has changed) and `ticked` (other
// cards are ticked).

const events = new EventTarget();

export function on(name, deed) {
  events.addEventListener(name, deed);
}

export function tell(name) {
  events.dispatchEvent(new Event(name));
}

export function render() {
  tell("render");
}
