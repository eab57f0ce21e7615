/** The keys of a room. */

import { hasKeys, leave } from "./dialogs.js";
import { byId } from "./scene.js";

/** @typedef {import("./room.js").Room} Room */

const ARROWS = /** @type {Record<string, [number, number]>} */ ({
  ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0],
  q: [-1, -1], w: [0, -1], e: [1, -1], a: [-1, 1], s: [0, 1], d: [1, 1],
});

/** The steps in a study; the arrows are with the board while the keys are. */
const WALKS = /** @type {Record<string, string>} */ ({
  ArrowLeft: "back", ArrowRight: "on", ArrowUp: "up", ArrowDown: "down", Home: "first", End: "last", ",": "back", ".": "on",
});

/** Hears a key that was pressed in a room. @param {Room} room @param {KeyboardEvent} event */
export function hearKey(room, event) {
  const { key, target } = event;
  const field = target instanceof Element && target.closest("input:not([type=range]), select, textarea");
  if (field === byId("typed-text") && key === "Escape") return room.typing.close();
  if (event.ctrlKey || event.metaKey || event.altKey || hasKeys() || field) return;
  if (key === "Tab" ? !event.shiftKey && target === document.body && !room.replay.isOpen && room.asking.focusFirst() : press(room, key, target)) event.preventDefault();
}

/** Does what a key stands for; whether it stands for anything. @param {Room} room @param {string} key @param {EventTarget | null} target */
function press(room, key, target) {
  const { asking, board, deeds, replay, typing } = room;
  if (replay.isOpen && replay.press(key)) return true;
  if (asking.habit.takesKey(key)) {
    asking.tellWasPlayed();
    return true;
  }
  if (WALKS[key] && room.may("walk") && (!board.hasFocus || key.length === 1)) {
    replay.walk(WALKS[key]);
    return true;
  }
  const onBoard = target === document.body || board.hasFocus;
  if (key in ARROWS && (onBoard || key.length === 1)) {
    board.walk(...ARROWS[key]);
    return true;
  }
  if (key === "Enter" || key === " ") {
    if (!board.hasFocus || !board.cursor) return false;
    asking.choose(board.cursor);
    return true;
  }
  const word = (asking.numbered.length ? asking.numbered : asking.begun)[Number(key) - 1];
  const isElsewhere = target instanceof Element && target.closest("dialog");
  if (key === "Escape") ((isElsewhere || !asking.hasBack) && leave()) || asking.back();
  else if (key === "n" || key === "N") board.next(key === "n" ? 1 : -1);
  else if (key === "/") typing.open();
  else if (onBoard && (key === "+" || key === "-")) room.toOwnSigns().then((own) => own.press(key));
  else if (word) asking.choose(word);
  else {
    const deed = deeds.at(key);
    if (deed) deeds.do(deed);
    else if (/^[\p{L}\p{N}]$/u.test(key) && (asking.decision.choices.length || room.may("premove"))) typing.open(key);
    else return false;
  }
  return true;
}
