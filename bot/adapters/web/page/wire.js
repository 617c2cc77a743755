// The connection: wishes go out, sights come in. After a break it connects again; what was not answered is sent again,
// under the same name, so that it is done once.

const HARMLESS = ["introduce", "arrange"]; // done twice they are as done once
const PAUSES = [200, 400, 800, 1500, 3000, 5000];

export class Wire {
  constructor(hello, heard, state) {
    this.hello = hello; // () => the first message
    this.heard = heard; // a message that is no answer
    this.state = state; // (connected) => shown to the user
    this.waiting = new Map();
    this.last = 0;
    this.tries = 0;
    this.open = false;
    this.connect();
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}/ws`);
    this.socket.onopen = () => this.send({ id: 0, want: "hello", ...this.hello() });
    this.socket.onmessage = (event) => this.receive(JSON.parse(event.data));
    this.socket.onclose = () => this.lost();
  }

  lost() {
    this.open = false;
    this.state(false);
    this.drop(({ delivery, want }) => !delivery && !HARMLESS.includes(want));
    setTimeout(() => this.connect(), PAUSES[Math.min(this.tries++, PAUSES.length - 1)]);
  }

  // Nobody will answer these.
  drop(which) {
    for (const [id, wish] of this.waiting) {
      if (!which(wish.message)) continue;
      this.waiting.delete(id);
      wish.answer({ done: false, words: "", ask: "", page: {} });
    }
  }

  // As somebody else: what was wished before is not his.
  again() {
    this.open = false;
    const old = this.socket;
    old.onopen = old.onmessage = old.onclose = null;
    old.close();
    this.drop(() => true);
    this.connect();
  }

  send(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  receive(message) {
    if (message.type === "answer") {
      const wish = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      if (wish) wish.answer(message);
      return;
    }
    if (message.type === "welcome") {
      this.open = true;
      this.tries = 0;
      this.state(true);
    }
    this.heard(message);
    if (message.type === "welcome") for (const wish of this.waiting.values()) this.send(wish.message);
  }

  wish(want, facts = {}) {
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
