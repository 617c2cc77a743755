// There is no connection to the host: it is said, and tried again when there is one.

import { button, byId, h } from "./dom.js";
import { guess, speak, t } from "./words.js";

await speak(localStorage.getItem("language") ?? guess());
const again = () => location.reload();
byId("offline").append(h("img", { src: "icon.svg", alt: "" }), h("h1", {}, t("offline.title")), h("p", {}, t("offline.more")),
  button(t("offline.again"), again, { id: "again" }));
addEventListener("online", again);

// A host that comes back tells nobody: it is asked for, and not while nobody looks.
const PAUSE = 3000; // milliseconds
setInterval(() => document.hidden || fetch("manifest.webmanifest", { cache: "no-store" }).then((found) => found.ok && again(), () => {}), PAUSE);
