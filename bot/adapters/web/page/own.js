// Where one's own link leads first: who comes is noted here, and led on to the first page, which is loaded once.

import { arrive, brought } from "./identity.js";

const { hash } = location;
arrive(true);
if (!brought.ledOn) location.replace(`./${hash}`); // what is wrong with it is said there; so is a browser that remembers nothing let in
