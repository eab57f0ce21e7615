/** On a phone: a board as large as what a turn needs leaves it, above the buttons at the bottom. */

import { byId } from "./scene.js";

const NEEDED = ".player, #board, #prompt, #path, #words, .act, .glass, #room:not(:has(.course, #lesson)) .tray:not(.none), .item.lit"; // who answers a challenge needs no pieces, nor does who learns, but for those to choose
/** How much of what is said counts, in pixels: why a move is refused may push down what is below. */
const SAID = 40;

/** How many lines a question may have, and how high a row below it is, of clicks made or words, with what parts them, in pixels. */
const [LINES, ROW] = [3, 54];

/** How large the board may be, by the match and the window that it was found for. */
let fits = Infinity;
let found = "";

/**
 * Makes the board smaller if something that a turn needs, or soon will, is out of sight, and never larger again
 * in the same game and window: a board that grows and shrinks by turns is hard to touch.
 * @param {string} room
 */
export function fit(room) {
  const [board, prompt, path, words] = ["board", "prompt", "path", "words"].map(byId);
  const now = `${room} ${byId("title").textContent} ${innerWidth} ${innerHeight}`;
  if (now !== found) [found, fits] = [now, Infinity];
  byId("room").style.setProperty("--fits", `${Math.min(fits, innerWidth)}px`);
  const low = [...document.querySelectorAll(NEEDED)].map((one) => one.getBoundingClientRect().bottom);
  const later = byId("lesson") ? 0 : Math.max(0, LINES * parseFloat(getComputedStyle(prompt).lineHeight) - prompt.offsetHeight)
    + (path.offsetHeight || words.offsetHeight ? 0 : ROW);
  const over = later + Math.max(...low) + scrollY - byId("deeds").getBoundingClientRect().top
    - Math.max(0, byId("said").offsetHeight - SAID);
  if (over <= 0) return;
  const { width, height } = board.getBoundingClientRect();
  fits = Math.floor(width - (over * width) / height);
  byId("room").style.setProperty("--fits", `${fits}px`);
}

/** Brings the whole board into sight, above the bar, if it has room there; else nothing moves. */
export function bringBoard() {
  const { top, bottom } = byId("board").getBoundingClientRect();
  const low = Math.min(innerHeight, byId("deeds").getBoundingClientRect().top);
  if (bottom - top <= low) scrollBy(0, Math.min(top, 0) || Math.max(bottom - low, 0));
}

/** Brings into sight what stands below the board or beside it, as far as the whole board stays in sight. @param {Element} what */
export function bring(what) {
  what.scrollIntoView({ block: "nearest" });
  bringBoard();
}

/** Leads the keys there, as far as the whole board stays in sight. @param {HTMLElement | null | undefined} what */
export function lead(what) {
  what?.focus();
  bringBoard();
}
