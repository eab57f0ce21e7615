/** Leads the eye in a lesson: what to choose next pulses, and an arrow shows the way. Loaded with the lesson. */

import { lead } from "./fitting.js";
import { signOf } from "./own_signs.js";
import { byId, svg } from "./scene.js";

/** The most ways that are shown at once: more would hide the board. */
const MOST_WAYS = 3;

export class Guide {
  /** @param {import("./room.js").Room} room */
  constructor(room) {
    this.room = room;
    this.layer = svg("g", { class: "guide" });
    room.board.layers.hints.append(this.layer);
    this.step = "";
    /** What to choose first. @type {string | undefined} */ this.target = undefined;
    room.ending.signal.addEventListener("abort", () => room.board.root.classList.remove("guided"));
  }

  /** Shows where to go on from what was chosen so far. */
  show() {
    const { asking, board, scene } = this.room;
    const { targets = [], named = [], address } = /** @type {Wire.LessonElement} */ (scene.get("lesson"));
    const { path } = asking.decision;
    const isOpen = !asking.isWaiting && !asking.decision.done;
    const begun = targets.filter((words) => path.every((word) => words.includes(word)));
    const ways = isOpen ? (begun.length ? begun : targets) : []; // one that goes wrong can be begun anew
    const said = begun.length ? path : [];
    const next = new Set(ways.map((words) => words.find((word) => !said.includes(word)) ?? words[0]));
    const spots = (/** @type {string[]} */ words) => words.flatMap((word) => (board.places.has(word) ? [/** @type {{x: number, y: number}} */ (board.spotOf(word))] : []));
    const shapes = ways.length || path.length ? [] : spots(named).flatMap((spot) => this.#ring(spot, "named"));
    for (const words of ways.slice(0, MOST_WAYS)) {
      const way = spots(words);
      way.slice(1).forEach((spot, n) => shapes.push(...signOf(way[n], spot, board.unit)));
      if (way.length === 1 && words.length > 1 && !next.has(words[words.length - 1])) shapes.push(...this.#ring(way[0], "goal"));
    }
    shapes.push(...spots([...next]).flatMap((spot) => this.#ring(spot, "pulse")));
    this.layer.replaceChildren(...shapes);
    board.root.classList.toggle("guided", Boolean(next.size));
    byId("room").classList.toggle("still", !board.moves);
    for (const one of byId("room").querySelectorAll("[data-place], [data-word]")) {
      const { place, word } = /** @type {HTMLElement} */ (one).dataset;
      one.classList.toggle("target", next.has(place ?? word ?? ""));
    }
    [this.target] = next;
    this.#leadKeys([...next].find((word) => board.places.has(word)), JSON.stringify([address, said, targets]));
  }

  /** Leads the keys to the first target, else to the board. */
  enter() {
    const { board } = this.room;
    const beside = this.target && !board.places.has(this.target) ? byId("room").querySelector(`[data-word="${CSS.escape(this.target)}"]`) : null;
    if (beside) lead(/** @type {HTMLElement} */ (beside));
    else board.focus();
  }

  /** Leads the keys to a place, when the step is a new one. @param {string | undefined} place @param {string} step */
  #leadKeys(place, step) {
    const { board } = this.room;
    if (!place || step === this.step) return;
    this.step = step;
    if (board.hasFocus) board.focus(place);
    else board.moveCursor(place);
  }

  /** A ring, and what makes it seen on every ground. @param {{x: number, y: number}} spot @param {string} kind */
  #ring({ x, y }, kind) {
    return ["below", "above"].map((layer) => svg("circle", { class: `${kind} ${layer}`, cx: x, cy: y, r: 0.46 * this.room.board.unit }));
  }
}
