/** Rings and arrows of one's own on the board: by the right button, a long press, or keys. Loaded when a pointer first reaches the board. */

import { svg } from "./scene.js";
import { say } from "./words.js";

/** A ring on the only place, or an arrow from the first to the other. @typedef {string[]} OwnSign */

/** How long a finger rests on a place before it draws, in milliseconds, and how far it may stray meanwhile, in pixels of the screen. */
const [REST_MS, STRAY] = [500, 10];
/** What is drawn below, and what is drawn above it: seen on every plate and piece. */
const STROKES = /** @type {const} */ ([["var(--ground)", 0.15], ["var(--lit)", 0.085]]);

/** @typedef {{x: number, y: number}} Spot */

/** The shapes of a sign, those below first: an arrow from a spot to another, or a ring around the only one. @param {Spot} a @param {Spot} b @param {number} unit */
export function signOf(a, b, unit) {
  return STROKES.map(([stroke, width]) => {
    const about = { fill: "none", stroke, "stroke-width": width * unit, "stroke-linecap": "round", "stroke-linejoin": "round" };
    if (a === b) return svg("circle", { ...about, cx: a.x, cy: a.y, r: 0.43 * unit });
    const [dx, dy] = [b.x - a.x, b.y - a.y].map((way) => (way / Math.hypot(b.x - a.x, b.y - a.y)) * unit);
    const [x, y] = [b.x - 0.12 * dx, b.y - 0.12 * dy];
    const head = [-1, 1].map((side) => [x - 0.32 * dx - side * 0.22 * dy, y - 0.32 * dy + side * 0.22 * dx]);
    return svg("path", { ...about, d: `M${a.x + 0.2 * dx} ${a.y + 0.2 * dy}L${x} ${y}M${head[0]}L${x} ${y}L${head[1]}` });
  });
}

export class OwnSigns {
  /** @param {import("./room.js").Room} room */
  constructor(room) {
    this.room = room;
    this.layer = room.board.layers.own;
    /** What is drawn for oneself alone, by the moment at which it is seen. @type {Map<string, OwnSign[]>} */ this.alone = new Map();
    /** The place where an arrow begins that is drawn by keys. @type {string | null} */ this.from = null;
    /** The place where a press began to draw, and where it is now. @type {OwnSign | null} */ this.drawing = null;
    this.hasDrawn = false;
    /** @type {number | undefined} */ this.timer = undefined;
    const { root } = room.board;
    const [until, before] = [{ signal: room.ending.signal }, { signal: room.ending.signal, capture: true }];
    root.addEventListener("contextmenu", (event) => event.preventDefault(), until);
    root.addEventListener("touchmove", (event) => this.drawing && event.preventDefault(), { ...until, passive: false });
    addEventListener("pointerdown", (event) => this.#press(event), before);
    addEventListener("pointermove", (event) => this.#move(event), before);
    addEventListener("pointerup", (event) => this.#lift(event), before);
    addEventListener("pointercancel", () => this.#leaveOff(), before);
    addEventListener("click", (event) => this.#click(event), before);
    room.ending.signal.addEventListener("abort", () => this.#leaveOff());
    this.draw();
  }

  // ---- what is drawn --------------------------------------------------------------------------

  /** The name of the moment that is seen. In play it is another one after each decision; `null`: all in the study see what is drawn. */
  get #moment() {
    const { replay, scene } = this.room;
    if (replay.isOpen) return "path" in replay ? `imagined ${JSON.stringify(replay.path)}` : `at ${replay.at}`;
    const stand = scene.get("stand");
    if (!stand || !this.room.may("mark")) return `now ${JSON.stringify([scene.get("heading"), scene.row("turn").at(-1)])}`;
    return stand.part ? `in ${stand.at} ${stand.part}` : null;
  }

  /** @returns {OwnSign[]} */
  get all() {
    const [moment, { scene }] = [this.#moment, this.room];
    if (moment !== null) return this.alone.get(moment) ?? [];
    const at = scene.get("stand")?.at;
    return (at ? scene.get(`tree:${at}`) : scene.get("tree"))?.marks ?? [];
  }

  /** Draws what belongs to the moment that is seen; in play a decision has taken it away. */
  draw() {
    const moment = this.#moment;
    for (const other of this.alone.keys()) if (other.startsWith("now") && other !== moment) this.alone.delete(other);
    const all = this.drawing ? [...this.all, this.drawing] : this.all;
    this.layer.replaceChildren(...all.flatMap((sign) => this.#shapes(sign)));
  }

  /** The shapes of a sign, those below first. @param {OwnSign} sign */
  #shapes([from, to = from]) {
    const { places, unit } = this.room.board;
    const [a, b] = [places.get(from), places.get(to)];
    return a && b ? signOf(a, b, unit) : [];
  }

  // ---- drawing --------------------------------------------------------------------------------

  /** Draws a sign, or takes it away if it is there. @param {OwnSign} sign */
  toggle(sign) {
    const moment = this.#moment;
    if (moment === null) {
      this.room.command({ do: "mark", at: String(this.room.scene.get("stand")?.at), places: sign });
      return;
    }
    const others = this.all.filter((one) => String(one) !== String(sign));
    this.alone.set(moment, others.length < this.all.length ? others : [...this.all, sign]);
    this.draw();
  }

  /** Takes away what is drawn for oneself alone at the moment that is seen. */
  clear() {
    this.from = null;
    if (this.alone.delete(this.#moment ?? "")) this.draw();
  }

  /** Does what a key stands for at the place of the keys: a ring, or the beginning or the end of an arrow. @param {string} key */
  press(key) {
    const { room, from } = this;
    const at = room.board.cursor;
    if (!at) return;
    if (key === "-" && from === null) {
      this.from = at;
      return room.tell(say("arrow_begins", { place: at }));
    }
    const sign = key === "-" && from && from !== at ? [from, at] : [at];
    this.from = null;
    if (key === "-" && from === at) return room.tell(say("sign_away"));
    const isAway = this.all.some((one) => String(one) === String(sign));
    this.toggle(sign);
    room.tell(isAway ? say("sign_away") : sign[1] ? say("arrow_drawn", { start: sign[0], end: at }) : say("ring_drawn", { place: at }));
  }

  // ---- right button and finger ----------------------------------------------------------------

  /** @param {PointerEvent} event */
  #press(event) {
    this.#leaveOff();
    this.hasDrawn = false;
    const at = event.isPrimary && this.#isOnBoard(event) ? this.room.board.under(event) : null;
    if (!at) return;
    if (event.button === 2) this.#begin(at);
    if (event.pointerType !== "touch" || event.button) return;
    this.spot = [event.clientX, event.clientY];
    this.timer = setTimeout(() => this.#begin(at), REST_MS);
  }

  /** @param {string} at */
  #begin(at) {
    this.timer = undefined;
    this.hasDrawn = true;
    this.drawing = [at];
    this.draw();
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const [x, y] = this.spot ?? [event.clientX, event.clientY];
    if (this.timer && Math.hypot(event.clientX - x, event.clientY - y) > STRAY) this.#leaveOff();
    if (!this.drawing) return;
    event.stopPropagation(); // nothing is dragged meanwhile
    const at = this.room.board.under(event);
    this.drawing = at && at !== this.drawing[0] ? [this.drawing[0], at] : [this.drawing[0]];
    this.draw();
  }

  /** @param {PointerEvent} event */
  #lift(event) {
    const { drawing } = this;
    this.#leaveOff();
    if (!drawing) return;
    const at = this.room.board.under(event);
    if (at) this.toggle(at === drawing[0] ? [at] : [drawing[0], at]);
  }

  #leaveOff() {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (!this.drawing) return;
    this.drawing = null;
    this.draw();
  }

  /** A finger that has drawn chooses nothing; any other click on the board takes away what is drawn for oneself. @param {MouseEvent} event */
  #click(event) {
    if (this.hasDrawn && event.detail) {
      this.hasDrawn = false;
      event.stopPropagation();
      event.preventDefault();
    } else if (this.#isOnBoard(event) && !this.room.replay.isOpen) this.clear();
  }

  /** @param {Event} event */
  #isOnBoard({ target }) {
    return target instanceof Element && this.room.board.root.contains(target);
  }
}
