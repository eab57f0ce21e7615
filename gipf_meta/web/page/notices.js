/** What the desk tells beside the screen: it is read, and goes by itself. Loaded when first needed. */

import { byId, write } from "./scene.js";

/** How long a notice stands, ms. */
const STANDS_MS = 15_000;

/** @type {number | undefined} */
let timer;

/** Shows a notice for a while. On the screen about the reader it may be about what is listed there. @param {Wire.Told} told @param {import("./line.js").Line} line */
export function notify({ notice = "" }, line) {
  const place = byId("connection");
  write(place, notice);
  clearTimeout(timer);
  timer = setTimeout(() => place.textContent === notice && write(place, ""), STANDS_MS);
  if (document.body.dataset.screen === "me" && !document.activeElement?.matches("input")) line.ask({ do: "open", screen: "me" });
}
