/** How a match ends before its end, or pauses: where the reader wants it. Loaded when first needed. */

import { ask } from "./dialogs.js";
import { say } from "./words.js";

/** @typedef {import("./room.js").Room} Room */

/** Asks whether the reader resigns, and does so. @param {Room} room */
async function resign(room) {
  const game = room.scene.get("heading")?.text ?? "";
  const answer = await ask("resign", {
    title: say("resign_title"), lines: [say(room.announcer.depth ? "resign_duel" : "resign_words", { game })],
    buttons: [["yes", say("yes_resign")], ["", say("cancel")]],
  });
  if (answer) room.command({ do: "resign" });
}

/** Asks whether the reader offers a draw, and does so. @param {Room} room */
async function offer(room) {
  const answer = await ask("draw", { title: say("draw_title"), buttons: [["", say("cancel")], ["yes", say("yes_draw")]] });
  if (answer) room.command({ do: "offer" });
}

/** Asks for how long the match pauses where others would have to agree, and asks them; else it pauses. @param {Room} room */
async function pause(room) {
  if (!room.scene.of("player").some(([, { kind, you, free }]) => kind === "human" && !you && !free)) return void room.command({ do: "pause" });
  const ms = await ask("pause", { title: say("pause_title"), lines: [say("pause_words")], buttons: [["", say("cancel")], ["1800000", say("pause_30")], ["600000", say("pause_10")]] });
  if (ms) room.command({ do: "pause", ms: Number(ms) });
}

/** Does what the reader wants to that end. @param {string} deed @param {Room} room */
export const end = (deed, room) => (deed === "resign" ? resign : deed === "offer" ? offer : pause)(room);
