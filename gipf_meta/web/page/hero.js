/** The first row of home alive: a recorded duel, which is played twice and then rests on its first picture. It is seen, never heard. */

import { Board, still } from "./board.js";
import { Ticker } from "./sand.js";
import { Scene, el, svg, write } from "./scene.js";
import { say } from "./words.js";

/** How often it is played by itself. */
const TIMES = 2;
/** How long the first picture comes back, ms. */
const BACK_MS = 350;

/** The story comes once. @type {(frames: Wire.StoryFrame[]) => void} */
let come;
/** @type {Promise<Wire.StoryFrame[]>} */
const story = new Promise((resolve) => (come = resolve));
let isWanted = false;
/** Whether it was played by itself since the page was loaded. */
let wasPlayed = false;

/** Takes the story as it comes. @param {Wire.StoryFrame[]} frames */
export const take = (frames) => come(frames);

/** Lets the picture of the first row live, unless it does. @param {import("./line.js").Line} line */
export function wake(line) {
  const figure = /** @type {HTMLElement | null} */ (document.querySelector("#screen .hero .picture:not(.alive)"));
  if (figure) new Hero(figure, line).begin();
}

/** A board whose heaps lie below it, and from which nothing is chosen. */
class Stage extends Board {
  constructor() {
    super(svg("svg", { "aria-hidden": "true" }), new Ticker());
    this.isSilent = true;
    this.layers.places.remove();
  }

  /** @param {string} word */
  spotOf(word) {
    const [left, top, width, height] = this.box;
    return super.spotOf(word) ?? (word ? { x: left + width / 2, y: top + height } : null);
  }
}

class Hero {
  /** @param {HTMLElement} figure @param {import("./line.js").Line} line */
  constructor(figure, line) {
    const drawn = /** @type {Element} */ (figure.firstElementChild);
    this.figure = figure;
    this.line = line;
    this.stage = el("div", { class: "scenes", role: "img", "aria-label": drawn.getAttribute("aria-label") });
    for (const name of ["role", "aria-label"]) drawn.removeAttribute(name);
    drawn.setAttribute("aria-hidden", "true");
    this.answers = el("div", { class: "answers", "aria-hidden": "true" });
    this.caption = el("p", { "aria-hidden": "true" });
    this.button = el("button", { type: "button", class: "quiet", click: () => this.#press() }, say("watch"));
    this.stage.append(drawn);
    figure.append(this.stage, this.answers, el("div", { class: "legend" }, this.caption, this.button));
    figure.classList.add("alive");
    /** The boards by depth, and what each shows. @type {{board: Stage, scene: Scene}[]} */ this.boards = [];
    /** Why nothing moves now. @type {Set<string>} */ this.holds = new Set();
    /** What the next picture waits for. @type {Animation | null} */ this.waits = null;
    this.isPlaying = false;
    this.sight = new IntersectionObserver(([{ isIntersecting }]) => this.#see(isIntersecting), { threshold: 0.3 });
    this.hide = () => this.#hold("tab", document.hidden);
  }

  /** Whether somebody wants less motion. */
  get #isStill() {
    return still.matches || document.documentElement.classList.contains("still");
  }

  /** Plays it by itself once it is seen; not for somebody with matches that wait, nor again. */
  begin() {
    if (wasPlayed) write(this.button, say("watch_again"));
    else if (!this.#isStill && !this.figure.closest(".boards ~ .hero")) this.sight.observe(this.figure);
  }

  /** @param {boolean} isSeen */
  #see(isSeen) {
    if (isSeen && !this.isPlaying) this.#play(TIMES);
    this.#hold("sight", !isSeen);
    if (!this.figure.isConnected) this.waits?.cancel();
  }

  #press() {
    if (!this.isPlaying) return void this.#play(1);
    const isHeld = !this.holds.has("reader");
    this.#hold("reader", isHeld);
    write(this.button, say(isHeld ? "go_on" : "pause"));
  }

  /** Lets what moves stand or go on. @param {string} why @param {boolean} isHeld */
  #hold(why, isHeld) {
    if (isHeld) this.holds.add(why);
    else this.holds.delete(why);
    for (const one of this.figure.getAnimations({ subtree: true })) {
      if (this.holds.size) one.pause();
      else if (one.playState === "paused") one.play();
    }
  }

  /** @param {number} times */
  async #play(times) {
    this.isPlaying = wasPlayed = true;
    this.holds.clear();
    write(this.button, say("pause"));
    if (!isWanted) this.line.ask({ do: "open", screen: "story", about: {} });
    isWanted = true;
    const frames = await story;
    document.addEventListener("visibilitychange", this.hide);
    this.hide();
    this.sight.observe(this.figure);
    for (let n = 0; n < times * frames.length && this.#isHere; n++) {
      this.#show(frames[n % frames.length], !(n % frames.length));
      if (n && !(n % frames.length) && !this.#isStill) this.stage.animate([{ opacity: 0 }, {}], BACK_MS);
      await this.#wait(frames[n % frames.length].ms);
    }
    document.removeEventListener("visibilitychange", this.hide);
    this.sight.disconnect();
    if (this.#isHere) this.#show(frames[0], true);
    for (const { board } of this.boards) board.motion.end();
    this.isPlaying = false;
    write(this.button, say("watch_again"));
  }

  /** Whether it is still shown, and the first row of the screen that is. */
  get #isHere() {
    return this.figure.matches(".alive") && this.figure.offsetParent !== null;
  }

  /** No timer: what waits stands and goes on with all that moves. @param {number} ms */
  #wait(ms) {
    this.waits = this.stage.animate(null, ms);
    if (this.holds.size) this.waits.pause();
    return this.waits.finished.catch(() => {});
  }

  /** @param {Wire.StoryFrame} frame @param {boolean} isFirst */
  #show({ depth, set, gone, moved, words, answers = [] }, isFirst) {
    if (isFirst) for (const one of this.boards) one.scene = new Scene();
    if (!this.boards.length) this.stage.replaceChildren();
    for (let n = this.boards.length; n <= depth; n++) {
      this.boards.push({ board: new Stage(), scene: new Scene() });
      this.stage.append(this.boards[n].board.root);
      void this.boards[n].board.root.getBoundingClientRect(); // it begins where it rises from
    }
    const { board, scene } = this.boards[depth];
    board.moves = !this.#isStill;
    board.show(/** @type {any} */ (scene), scene.take({ set, gone }), moved);
    board.root.removeAttribute("aria-label");
    this.stage.dataset.depth = String(depth);
    this.answers.replaceChildren(...answers.map(([answer, isGiven]) => el("span", { class: isGiven ? "card primary" : "card" }, answer)));
    if (words) write(this.caption, words);
  }
}
