// There is no connection to the host: it is said, and tried again when there is one.

import { button, byId, h } from "./dom.js";
import { guess, loadLanguages, speak, t } from "./words.js";

await loadLanguages();
await speak(localStorage.getItem("language") ?? guess());
const again = () => location.reload();
byId("offline").append(h("img", { src: "icon.svg", alt: "" }), h("h1", {}, t("offline.title")), h("p", {}, t("offline.more")),
  button(t("offline.again"), again, { id: "again" }));
addEventListener("online", again);
