/** What surrounds a duel: what each answer leads to, as pictures; the board that waits, behind the duel's. */

import { still } from "./board.js";
import { byId, el, picture } from "./scene.js";
import { say } from "./words.js";

const STEPS_BACK_MS = 520;
/** What stands around the board, and is filled anew for another game. */
const AROUND = "across own beside asking turns sheets caption".split(" ");
/** How the board that waits leans back. */
const LEANING = "perspective(24rem) rotateX(24deg) rotateZ(-4deg)";

/** Pictures of how the board would stand. @param {Wire.ProspectElement[]} prospects */
function pictures(prospects) {
  return el("span", { class: "prospects" }, ...prospects.map(({ words, spoken, box, markup }) =>
    el("span", { class: "prospect" },
      ...(words ? [el("small", { "aria-hidden": "true" }, words)] : []),
      ...(box ? [picture({ box, markup })] : []),
      el("span", { class: "spoken" }, `. ${[words, spoken].filter(Boolean).join(": ")}`))));
}

/** Makes a large card of the button of an answer that a duel may follow, and a button of it again. @param {Element} button @param {Wire.CourseElement | undefined} course */
export function dress(button, course) {
  const known = /** @type {any} */ (button);
  if (known.course === course) return;
  known.course = course;
  button.classList.toggle("course", Boolean(course));
  button.querySelector(".prospects")?.remove();
  if (course) button.append(pictures(course.prospects));
}

/** Fades in what stands around the board: it is another game's, at other places. Nothing moves by it, so it is seen by who wants less motion, too. */
function enter() {
  for (const part of AROUND) byId(part).animate([{ opacity: 0 }, {}], { duration: STEPS_BACK_MS, easing: "ease-out" });
}

/** Shows beside the board what is at stake. @param {import("./scene.js").Scene} scene */
export function showStakes(scene) {
  const [lines, below] = [scene.get("stakes")?.lines ?? [], scene.get("below")];
  const card = byId("stakes");
  card.hidden = !lines.length;
  card.replaceChildren(
    ...(below?.prospects.length ? [pictures(below.prospects)] : []),
    el("details", {}, el("summary", {}, say("at_stake")), ...lines.map((line) => el("p", {}, line))),
  );
}

/** The board of the game that waits for a duel. It steps back when the duel opens, and comes forward when the duel is over. */
export class Waiting {
  /** @type {HTMLElement | null} */ #card = null;
  /** Where the board was before the last scene. @type {DOMRect | undefined} */ #was;

  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    this.sight = new ResizeObserver(() => this.#place());
  }

  /** Notes where the board is, before another scene comes. */
  note() {
    this.#was = this.board.root.getBoundingClientRect();
  }

  /** @param {Wire.WaitingElement | undefined} below @param {boolean} isTold whether the reader has seen how it came */
  show(below, isTold) {
    if (!below?.box) return this.#comeForward(isTold);
    if (this.#card) return this.#place();
    const card = el("figure", { id: "waiting-board", "aria-hidden": "true" }, picture(below));
    this.#card = card;
    byId("stage").append(card);
    this.sight.observe(byId("stage"));
    this.#place();
    card.style.transform = LEANING;
    if (isTold) enter();
    if (!isTold || !this.#moves) return;
    const far = { transform: LEANING };
    card.animate([{ transform: this.#front(card, this.#was), opacity: 1, offset: 0 }, { ...far, offset: 1 }], { duration: STEPS_BACK_MS, easing: "ease-in-out" });
    const rising = this.board.root.animate([{ transform: "translateY(12%) scale(0.9)", opacity: 0 }, {}], { duration: STEPS_BACK_MS, delay: STEPS_BACK_MS / 4, easing: "ease-out", fill: "backwards" });
    rising.finished.then(() => this.#place(), () => {});
  }

  /** Takes it away. */
  clear() {
    this.sight.disconnect();
    this.#card?.remove();
    this.#card = null;
  }

  /** @param {boolean} isTold */
  #comeForward(isTold) {
    const card = this.#card;
    if (!card) return;
    this.#card = null;
    this.sight.disconnect();
    if (isTold) enter();
    if (!isTold || !this.#moves) return card.remove();
    const coming = card.animate([{ transform: LEANING }, { transform: this.#front(card), opacity: 1 }], { duration: STEPS_BACK_MS, easing: "ease-in-out" });
    coming.onfinish = coming.oncancel = () => card.remove();
    this.board.curtain = coming.finished.catch(() => {}); // what was won or lost is seen then
    this.board.root.animate([{ opacity: 0 }, { opacity: 0, offset: 0.8 }, { opacity: 1 }], { duration: STEPS_BACK_MS });
  }

  get #moves() {
    return this.board.moves && !still.matches;
  }

  /** Puts it behind the upper right corner of the board. */
  #place() {
    const card = this.#card;
    if (!card || this.board.root.getAnimations().length) return; // while the board rises it is elsewhere
    const [stage, board] = [byId("stage").getBoundingClientRect(), this.board.root.getBoundingClientRect()];
    const hasBoard = board.width > 0;
    const wide = hasBoard ? Math.min(0.26 * board.width, 190) : Math.min(stage.width, 420);
    card.classList.toggle("alone", !hasBoard);
    card.style.width = `${wide}px`;
    card.style.left = hasBoard ? `${Math.min(board.right, innerWidth - 0.2 * wide) - stage.left - 1.06 * wide}px` : ""; // it leans
    card.style.top = hasBoard ? `${board.top - stage.top + 0.06 * wide}px` : "";
  }

  /** The transform by which the card lies where a board is. @param {HTMLElement} card */
  #front(card, board = this.board.root.getBoundingClientRect()) {
    const stage = byId("stage").getBoundingClientRect();
    if (!board.width) return "none";
    const size = Math.min(board.width / card.offsetWidth, board.height / card.offsetHeight);
    const [x, y] = [
      board.left + board.width / 2 - stage.left - card.offsetLeft - card.offsetWidth / 2,
      board.top + board.height / 2 - stage.top - card.offsetTop - card.offsetHeight / 2,
    ];
    return `translate(${x}px, ${y}px) scale(${size})`;
  }
}
