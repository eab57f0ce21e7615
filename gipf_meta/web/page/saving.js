/** Saves a file that the server has sent. Loaded when first needed. */

import { el } from "./scene.js";

/** Saves a file that has come. @param {{name: string, type: string, text: string}} file */
export function save({ name, type, text }) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
