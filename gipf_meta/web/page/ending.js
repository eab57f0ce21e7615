/** How a match ends: before its end, where the reader wants it; and what may come next. Loaded when first needed. */

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

/** Shows how the match ended, and what may come next. It *comes* by itself, or the reader has asked for it. @param {Room} room */
export async function showResult(room, comes = false) {
  const over = /** @type {Wire.EndElement} */ (room.scene.get("over"));
  const buttons = over.answers.filter(([deed]) => deed !== "rematch" || room.may(deed)).reverse();
  if (room.may("analyse")) buttons.splice(-1, 0, ["review", say("review")]);
  const answer = await ask("over", { title: over.title, lines: over.words.split("\n"), buttons, mood: `end ${over.you}`, comes });
  if (answer) room.deeds.do(answer);
}
