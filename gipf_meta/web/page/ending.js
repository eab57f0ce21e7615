/** How a match ends before its end: where the reader wants it. Loaded when first needed. */

import { ask } from "./dialogs.js";
import { say } from "./words.js";

/** @typedef {import("./room.js").Room} Room */

/** Asks whether the reader resigns, and does so. @param {Room} room */
export async function resign(room) {
  const game = room.scene.get("heading")?.text ?? "";
  const answer = await ask("resign", {
    title: say("resign_title"), lines: [say(room.announcer.depth ? "resign_duel" : "resign_words", { game })],
    buttons: [["yes", say("yes_resign")], ["", say("no")]],
  });
  if (answer) room.command({ do: "resign" });
}

/** Asks whether the reader offers a draw, and does so. @param {Room} room */
export async function offerDraw(room) {
  const answer = await ask("draw", { title: say("draw_title"), buttons: [["", say("no")], ["yes", say("yes_draw")]] });
  if (answer) room.command({ do: "offer" });
}
