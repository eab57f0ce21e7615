/** Saves files that the server has sent, and asks for them. Loaded when first needed. */

import { ask } from "./dialogs.js";
import { el } from "./scene.js";
import { say } from "./words.js";

/** Saves the file that has come. @param {Wire.Told} told */
export function save({ file }) {
  if (!file) return;
  const { name, type, text } = file;
  const address = URL.createObjectURL(new Blob([text], { type }));
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Asks whether the match or the picture of what is shown is saved, and does so. @param {import("./room.js").Room} room */
export async function askToSave(room) {
  const { replay } = room;
  const at = replay.isOpen ? { at: replay.at } : {};
  const answer = await ask("save", {
    title: say("save"), buttons: [["", say("cancel")], ["picture", say("picture")], ["record", say("record")]],
  });
  if (answer) room.command(answer === "picture" ? { do: answer, ...at } : { do: "record" });
}
