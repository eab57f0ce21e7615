/** What `?` shows in a room: the keys that do something there now. Loaded when first needed. */

import { ask } from "./dialogs.js";
import { el } from "./scene.js";
import { wordsOf } from "./vocabulary.js";
import { say } from "./words.js";

/** @typedef {import("./room.js").Room} Room */
/** @typedef {[key: string, does: string]} Key */

/** Shows the keys of a room, those of its deeds last, and the words that can be typed. @param {Room} room @param {Key[]} deeds */
export async function showKeys(room, deeds) {
  const isAhead = "hear" in room.replay;
  const keys = [...(room.replay.isOpen && !isAhead ? ofReplay(room) : ofBoard(room)), ...(isAhead ? ofImagining() : []), ...deeds];
  const words = await wordsOf(room);
  if (room.isLeft) return;
  const inside = el("div", {}, table(keys, (key) => el("kbd", {}, key)));
  if (words.length) inside.append(el("h3", {}, say("typed_words")), table(words.map(({ shown, does }) => [shown, does]), (shown) => shown));
  const buttons = /** @type {[string, string][]} */ ([["help", say("whole_help")], ["", say("close_dialog")]]);
  if (await ask("keys", { title: say("keys"), inside, buttons, mood: "keys" })) room.page.go("screen/help");
}

/** A table with what is pressed or typed, and what it does. @param {Key[]} rows @param {(name: string) => Node | string} head */
const table = (rows, head) => el("table", {}, el("tbody", {}, ...rows.map(([name, does]) => el("tr", {}, el("th", { scope: "row" }, head(name)), el("td", {}, does)))));

/** The keys of the board and of what is asked. @param {Room} room @returns {Key[]} */
function ofBoard(room) {
  const { asking, board, scene } = room;
  const lesson = scene.get("lesson");
  const leads = board.lit.size;
  const is = /** @type {(when: unknown, key: string, does: string) => Key[]} */ ((when, key, does) => (when ? [[key, does]] : []));
  return [
    ...is(board.places.size, "← ↑ → ↓", say("key_arrows")),
    ...is(room.may("walk"), "← → ↑ ↓ Home End , .", say("key_walk")),
    ...is(board.places.size, "q w e / a s d", say("key_letters")),
    ...is(leads, "n, N", say("key_next")),
    ...is(board.places.size, "+", say("key_ring")),
    ...is(board.places.size, "-", say("key_arrow")),
    ...is(leads, `Enter, ${say("key_space")}`, say("key_choose")),
    ...is(lesson?.reads, `Enter, ${say("key_space")}`, String(lesson?.buttons.at(-1)?.text)),
    ...is(asking.numbered.length, "1 … 9", say("key_numbers")),
    ...is(leads, "Tab", say("key_tab")),
    ...is(asking.decision.path.length, "Escape", say("step_back")),
    ...is(lesson && !asking.decision.path.length, "Escape", String(lesson?.buttons[0].text)),
  ];
}

/** The keys of imagining what may come. @returns {Key[]} */
const ofImagining = () => [["u, U , .", say("key_step_back")], ["Escape", say("back_to_match")]];

/** The keys of looking at a match again. @param {Room} room @returns {Key[]} */
function ofReplay(room) {
  return [
    ["←", say("before")], ["→", say("after")], ["Home", say("first")], ["End", say("last")],
    [say("key_space"), say("play_by_itself")], ["+", say("key_ring")], ["-", say("key_arrow")],
    ...(room.may("branch") ? [/** @type {Key} */ (["b", say("branch")])] : []),
    ["Escape", say("back_to_match")],
  ];
}
