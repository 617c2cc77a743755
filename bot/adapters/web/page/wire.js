// The connection: requests go out, views come in. After a break it connects again; what was not answered is sent again,
// under the same name, so that it is done once.

const HARMLESS = ["introduce", "arrange", "sort", "show", "find", "accept", "tables", "form", "lesson", "record", "replay"]; // done twice they are as done once
const PAUSES = [200, 400, 800, 1500, 3000, 5000];
const SLOW = 3000; // milliseconds after which it is said that nothing is heard
const SOON = 500; // the same where the browser itself has no network; a host on the same machine answers none the less
const DEAD = 20000; // after which the connection is given up: one that sleep or a tunnel has cut does not say so
const CHECK = 10000; // between two questions whether the host is still there

// The host's clock less this device's, in milliseconds. It is asked for with every sign of life: a clock that was wrong may
// be put right meanwhile.
let behind = 0;
const LEAST = 1000; // milliseconds: by less no clock is put right

export function skew() {
  return behind;
}

export class Wire {
  constructor(hello) {
    this.hello = hello; // () => the first message
    this.waiting = new Map();
    this.hearers = []; // of every message that is no answer
    this.last = 0;
    this.tries = 0;
    this.open = false;
    this.asked = 0; // when a sign of life was asked for that has not come yet
    this.early = []; // what came before anybody could hear it
  }

  start({ heard, state }) {
    this.heard = heard; // a message that is no answer
    this.state = state; // ("on", "slow" or "off") => shown to the user
    if (this.socket) this.listen();
    else this.connect();
    setInterval(() => document.hidden || this.check(), CHECK);
    for (const news of ["online", "focus"]) addEventListener(news, () => this.check());
    addEventListener("offline", () => this.doubt());
    document.addEventListener("visibilitychange", () => document.hidden || this.check());
  }

  hear(deed) {
    this.hearers.push(deed);
  }

  connect() {
    clearTimeout(this.again_at);
    this.dial();
    if (this.state) this.listen();
  }

  // A page that knows who it is can say so while its words still come; what is answered meanwhile waits for `start`.
  dial() {
    const address = new URL("ws", location.href); // beside the page, wherever a web server has put it
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    address.hash = "";
    this.socket = new WebSocket(address);
    this.early = [];
    this.socket.onopen = () => this.socket.send(JSON.stringify({ id: 0, want: "hello", ...this.hello() }));
    this.socket.onmessage = ({ data }) => this.early.push({ data, at: Date.now() });
  }

  listen() {
    if (this.socket.readyState > WebSocket.OPEN) return this.lost();
    this.socket.onmessage = ({ data }) => this.receive(JSON.parse(data));
    this.socket.onclose = () => this.lost();
    this.expect();
    for (const { data, at } of this.early.splice(0)) this.receive(JSON.parse(data), at);
  }

  lost() {
    this.leave();
    this.state("off");
    this.drop(({ delivery, want }) => !delivery && !HARMLESS.includes(want));
    this.again_at = setTimeout(() => this.connect(), PAUSES[Math.min(this.tries++, PAUSES.length - 1)]);
  }

  // From now on nothing of this socket counts.
  leave() {
    this.open = false;
    this.asked = 0;
    this.listened();
    const old = this.socket;
    old.onopen = old.onmessage = old.onclose = null;
    old.close();
  }

  // Whether the host is still there; after a break, without waiting any longer.
  check() {
    if (this.open && this.socket.readyState > WebSocket.OPEN) this.lost(); // nobody has said so
    if (this.open) {
      this.asked ||= performance.now();
      this.send({ id: 0, want: "alive" });
    } else if (this.socket.readyState === WebSocket.CLOSED) this.connect();
  }

  // What was asked may have no answer to come.
  doubt() {
    this.listened();
    this.check();
  }

  expect() {
    if (this.silent) return;
    const dead = () => this.lost();
    const slow = () => {
      if (this.open) this.state(navigator.onLine ? "slow" : "off");
      this.silent = setTimeout(dead, DEAD - SLOW);
    };
    this.silent = setTimeout(slow, navigator.onLine ? SLOW : SOON);
  }

  listened() {
    clearTimeout(this.silent);
    this.silent = 0;
  }

  // Nobody will answer these.
  drop(which) {
    for (const [id, request] of this.waiting) {
      if (!which(request.message)) continue;
      this.waiting.delete(id);
      request.answer({ done: false, words: "", ask: "", page: {} });
    }
  }

  // As somebody else: what was asked for before is not theirs.
  again() {
    this.drop(() => true);
    this.greet();
  }

  // Once more from the greeting on; what was asked for is asked then.
  greet() {
    this.leave();
    this.connect();
  }

  send(message) {
    if (this.socket?.readyState !== WebSocket.OPEN) return; // a page may have something to say before it connects
    this.socket.send(JSON.stringify(message));
    this.expect();
  }

  // `at`: when it came, by this device's clock.
  receive(message, at = Date.now()) {
    this.listened();
    if (this.open) this.state("on");
    if (message.type === "answer") {
      if (message.now && this.asked) this.setClock(message.now);
      const request = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      if (request) request.answer(message);
      return;
    }
    const waited = [...this.waiting.values()]; // what is asked from now on goes at once
    if (message.type === "welcome") {
      behind = message.now - at;
      this.open = true;
      this.tries = 0;
      this.state("on");
    }
    this.heard(message);
    for (const hear of this.hearers) hear(message);
    if (message.type === "welcome") for (const request of waited) this.send(request.message);
  }

  // The host's clock was so somewhen between question and answer: only what is further off has been put right.
  setClock(now) {
    const took = performance.now() - this.asked;
    this.asked = 0;
    const found = now - Date.now() + took / 2;
    if (Math.abs(found - behind) > Math.max(took, LEAST)) behind = found;
  }

  request(want, facts = {}) {
    return new Promise((answer) => {
      const message = { id: ++this.last, want, ...facts };
      this.waiting.set(message.id, { message, answer });
      if (this.open) this.send(message);
    });
  }
}

export function secret(bytes = 9) {
  return [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
