/** A decision that was said beforehand: it waits for the reader's turn, and can be taken away. */

import { byId, write } from "./scene.js";

/** Shows what waits, or was impossible. @param {import("./scene.js").Scene} scene @param {() => void} withdraw */
export function showPremove(scene, withdraw) {
  const premove = scene.get("premove");
  const [words, button] = byId("premove").children;
  byId("premove").hidden = !premove;
  write(words, premove?.words ?? "");
  button.hidden = !premove?.waits;
  button.onclick = withdraw;
}
