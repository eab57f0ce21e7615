/**
 * The moment in which something is decided, beside the board: who wins a duel, and what follows, one by one. It takes no input, and any key
 * or click ends it. It is drawn for the eyes alone: the news below the board say the same, and are read out.
 */

import { still } from "./board.js";
import { byId, el } from "./scene.js";

/** How long a sentence is read before the next one, and how long the last one stays, ms. */
const READ_MS = 1000;
const STAYS_MS = 2000;
const COMES_MS = 200;
/** What the moment may cover meanwhile, the best first. */
const OVER = ["across", "own", "beside", "prompt", "said"];

/** @typedef {{words: string, read: () => void}} Caption */
/** @type {HTMLElement | null} */ let card = null;
/** @type {Caption[]} */ const waiting = [];
/** @type {Caption | undefined} */ let shown;
/** @type {number | undefined} */ let timer;
/** The run of motion that nobody wants to be told of any more. */
let ended = -1;
/** Whether all is seen together, without motion. */
let isStill = false;
let listening = new AbortController();

/**
 * Says a sentence; done when it has been read, or nobody wants to.
 * @param {import("./room.js").Room} room @param {string} words @param {boolean} [isHead] whether it begins the moment, and stays above what follows
 * @returns {Promise<void>}
 */
export function say(room, words, isHead) {
  const { run } = room.board.motion;
  if (document.hidden || room.isLeft || (!isHead && ended === run)) return Promise.resolve();
  ended = -1;
  if (isHead) end();
  if (!card) begin(room);
  const there = /** @type {HTMLElement} */ (card);
  if (isHead) {
    there.append(el("b", {}, words));
    rest();
    place();
    return Promise.resolve();
  }
  return new Promise((read) => {
    waiting.push({ words, read });
    if (!shown) next();
  });
}

/** @param {import("./room.js").Room} room */
function begin(room) {
  card = el("div", { id: "verdict", class: "card", "aria-hidden": "true" });
  document.body.append(card);
  isStill = still.matches || !room.board.moves;
  if (!isStill) card.animate([{ opacity: 0, transform: "scale(0.97)" }, {}], COMES_MS);
  const { signal } = (listening = new AbortController());
  // whatever else the key or click does, it does
  for (const kind of ["keydown", "pointerdown"]) {
    addEventListener(kind, () => {
      ended = room.board.motion.run;
      end();
    }, { capture: true, signal });
  }
  for (const kind of ["resize", "hashchange"]) addEventListener(kind, end, { signal });
}

/** Shows the next sentence that waits; after the last one the moment ends. Who wants less motion sees them together. */
function next() {
  clearTimeout(timer);
  shown = waiting.shift();
  if (!shown || !card) return rest();
  const { words, read } = shown;
  if (!isStill) card.querySelector("p")?.remove();
  card.append(el("p", {}, words));
  place();
  timer = setTimeout(() => (read(), next()), isStill ? 0 : READ_MS);
}

/** Lets what was said last stay for a while. */
function rest() {
  clearTimeout(timer);
  timer = setTimeout(end, !isStill && card?.querySelector("p") ? STAYS_MS - READ_MS : STAYS_MS);
}

/** Ends the moment. */
function end() {
  clearTimeout(timer);
  listening.abort();
  for (const { read } of [...(shown ? [shown] : []), ...waiting.splice(0)]) read();
  shown = undefined;
  card?.remove();
  card = null;
}

/** Puts the moment over what is in sight beside the board, or above or below it; it grows away from the board. */
function place() {
  if (!card) return;
  const board = byId("board").getBoundingClientRect();
  const rects = OVER.map((id) => byId(id).getBoundingClientRect());
  const found = rects.find(({ top, bottom, height }) => height && top >= 0 && bottom <= innerHeight);
  if (!found) return void (card.hidden = true);
  const { left, top, bottom, width, height } = found;
  const isAbove = bottom <= board.top + 1 && left < board.right && left + width > board.left;
  Object.assign(card.style, {
    left: `${left + scrollX}px`,
    width: `${width}px`,
    minHeight: `${height}px`,
    top: `${(isAbove ? bottom - Math.max(height, card.offsetHeight) : top) + scrollY}px`,
  });
}
