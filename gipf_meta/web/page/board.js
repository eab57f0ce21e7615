/** The board: drawn from a scene, and chosen from by mouse, touch, keys and screen reader. */

import { lead } from "./fitting.js";
import { Motion } from "./motion.js";
import { runSand } from "./sand.js";
import { attribute, byId, draw, keyed, keyOf, svg } from "./scene.js";

/** @typedef {{x: number, y: number, name: string}} Place */

/** How far from its middle a place can be clicked at least, in pixels of the screen. */
const REACH = 22;
/** From so many choices on a board is full of dots; how near to the pointer or the keys they are strong then, in steps. */
const [FULL, NEAR] = [18, 2.1];

export const still = matchMedia("(prefers-reduced-motion: reduce)");

export class Board {
  /**
   * @param {Element} root the element of SVG
   * @param {import("./sand.js").Ticker} ticker lets sand run
   */
  constructor(root, ticker) {
    this.root = /** @type {SVGSVGElement} */ (root);
    this.root.classList.remove("flipped", "in-motion"); // as the match before has left it
    this.ticker = ticker;
    this.layers = Object.fromEntries(
      ["under", "points", "pieces", "marks", "moving", "ways", "signs", "hints", "own", "places"].map((name) => {
        const layer = svg("g", { class: name, ...(name === "places" ? {} : { "aria-hidden": "true" }) });
        this.root.append(layer);
        return [name, layer];
      }),
    );
    for (const kind of ["pointerover", "pointerout", "focusin", "focusout"]) this.layers.places.addEventListener(kind, (event) => this.#tell(event));
    /** @type {Map<string, Place>} */ this.places = new Map();
    /** @type {Map<string, Wire.PieceElement>} */ this.pieces = new Map();
    /** The places that leave the board, as they were drawn. @type {Map<string, SVGElement | undefined>} */ this.leaving = new Map();
    /** @type {Set<string>} */ this.lit = new Set();
    /** @type {string | null} */ this.cursor = null;
    this.unit = 60;
    this.box = [0, 0, 600, 600];
    this.isFlipped = false;
    this.moves = true;
    this.isMoving = this.isSilent = false;
    /** What moves waits until the board has come forward. @type {Promise<unknown>} */ this.curtain = Promise.resolve();
    this.motion = new Motion(this);
    /** Says a sentence beside the board, and waits until it was read. @type {(words: string, isHead?: boolean) => Promise<void>} */ this.says = async () => {};
    /** @type {Wire.SignElement[]} */ this.signs = [];
  }

  // ---- showing ------------------------------------------------------------------------------

  /**
   * Shows a scene; what has *moved* since the one before is seen on its way.
   * @param {import("./scene.js").Scene} scene @param {Set<string>} changed @param {Wire.MovedElement} [moved]
   */
  show(scene, changed, moved) {
    const about = scene.get("board");
    this.root.toggleAttribute("hidden", !about);
    if (!about) return;
    const isOther = changed.has("board");
    if (isOther) {
      this.box = about.box;
      this.unit = about.unit;
      this.root.setAttribute("viewBox", about.box.join(" "));
      this.root.setAttribute("aria-label", about.name);
      this.root.dataset.board = about.of ?? "wood";
      if (this.root.id) document.body.dataset.board = this.root.dataset.board;
      document.documentElement.style.setProperty("--aspect", String(about.box[2] / about.box[3]));
    }
    draw(this.layers.under, scene.get("under")?.markup ?? "");
    const points = scene.of("point");
    this.motion.end();
    const gone = (moved?.motions ?? []).flatMap((motion) => motion.gone ?? []);
    this.leaving = new Map(gone.map((at) => [at, /** @type {SVGElement | undefined} */ (this.#child("points", at)?.cloneNode(true))]));
    this.places = new Map(points.map(([id, { x, y, name }]) => [id, { x, y, name }]));
    this.#layer("points", points);
    this.#layer("marks", scene.of("mark").filter(([, mark]) => mark.kind !== "legal"));
    this.#layer("ways", scene.of("way")); // where an announced move may go
    const [before, pieces] = [this.pieces, new Map(scene.of("piece"))];
    this.pieces = pieces;
    this.isMoving = Boolean(moved) && this.moves && !still.matches && !document.hidden && Boolean(moved?.begins || !isOther);
    if (moved && this.isMoving) this.motion.play(moved, before, pieces);
    else {
      this.drawPieces(pieces);
      this.motion.say(moved?.motions);
    }
    keyed(this.layers.places, points, (id) => this.#makePlace(id), (place, { x, y, name }) => {
      place.setAttribute("aria-label", name);
      this.#put(place, x, y);
    });
    if (!this.cursor || !this.places.has(this.cursor)) this.moveCursor(points[0]?.[0]);
  }

  /** @param {string} name @param {[string, {x: number, y: number, markup: string, turns?: boolean}][]} parts */
  #layer(name, parts) {
    keyed(this.layers[name], parts, () => svg("g"), (group, part) => {
      draw(group, part.markup);
      this.#put(group, part.x, part.y, part.turns);
    });
  }

  /** Draws pieces that stand, with the sand in them. @param {Map<string, Wire.PieceElement>} pieces */
  drawPieces(pieces) {
    this.#layer("pieces", [...pieces]);
    for (const [id, group] of this.drawn()) runSand(this.ticker, group, id, pieces.get(id));
  }

  /** @param {string} layer @param {string} key */
  #child(layer, key) {
    return [...this.layers[layer].children].find((one) => keyOf(one) === key);
  }

  /** Draws the places that will leave, below the pieces, until each does. */
  keepLeaving() {
    for (const point of this.leaving.values()) if (point) this.layers.points.append(point);
  }

  /**
   * Where a place is on the board, or a heap beside it; null if it is not seen.
   * @param {string} word
   */
  spotOf(word) {
    const at = this.places.get(word);
    if (at) {
      const [x, y] = this.#turned(at.x, at.y);
      return { x, y };
    }
    const heap = word && byId("room").querySelector(`[data-word="${CSS.escape(word)}"] .things`);
    const { x, y, width, height } = heap ? heap.getBoundingClientRect() : new DOMRect();
    if (!width) return null;
    return new DOMPoint(x + Math.min(width, height) / 2, y + height / 2).matrixTransform(this.root.getScreenCTM()?.inverse());
  }

  /** The pieces that are drawn, by their places. */
  drawn() {
    return new Map([...this.layers.pieces.children].map((one) => [keyOf(one), one]));
  }

  /** @param {string} id */
  #makePlace(id) {
    const place = svg("g", { class: "place", role: "button", tabindex: -1, "data-place": id });
    place.append(svg("circle", { class: "hit" }), svg("circle", { class: "dot" }));
    return place;
  }

  /** Shows the numbers of a place, and the dots around it, while somebody points at it, or the keys are there. @param {Event} event */
  #tell({ type, target }) {
    const id = /** @type {Element} */ (target).closest(".place")?.getAttribute("data-place") ?? "";
    const at = this.places.get(id);
    const isAsked = /over|in$/.test(type);
    for (const place of at ? this.layers.places.children : []) {
      const { x, y } = this.places.get(keyOf(place)) ?? /** @type {Place} */ (at);
      place.classList.toggle("near", isAsked && Math.hypot(x - /** @type {Place} */ (at).x, y - /** @type {Place} */ (at).y) < NEAR * this.unit);
    }
    for (const layer of ["points", "pieces"]) this.#child(layer, id)?.classList.toggle("told", isAsked);
  }

  /** @param {Element} group @param {number} x @param {number} y @param {boolean} [turns] */
  #put(group, x, y, turns) {
    const [a, b] = this.#turned(x, y);
    const moved = `translate(${a} ${b})${turns && this.isFlipped ? " rotate(180)" : ""}`;
    if (group.getAttribute("transform") !== moved) group.setAttribute("transform", moved);
  }

  /** Where a spot is on the screen's side of the board. @param {number} x @param {number} y */
  #turned(x, y) {
    const [left, top, width, height] = this.box;
    return this.isFlipped ? [2 * left + width - x, 2 * top + height - y] : [x, y];
  }

  /** Turns the board round. @param {import("./scene.js").Scene} scene */
  flip(scene) {
    this.isFlipped = !this.isFlipped;
    const [left, top, width, height] = this.box;
    const turn = this.isFlipped ? `rotate(180 ${left + width / 2} ${top + height / 2})` : "";
    for (const layer of [this.layers.under, this.layers.own]) layer.setAttribute("transform", turn);
    this.root.classList.toggle("flipped", this.isFlipped);
    this.show(scene, new Set(["board"]));
    this.sign(this.signs);
  }

  /** Draws signs over the board, in place of those before. @param {Wire.SignElement[]} signs */
  sign(signs) {
    this.signs = signs;
    this.#layer("signs", signs.map((sign, n) => [String(n), sign]));
  }

  /**
   * Shows which places can be clicked next, and which were clicked.
   * @param {Iterable<string>} words all that can be clicked
   * @param {Iterable<string>} written those of them that shine
   * @param {readonly string[]} path
   * @param {ReadonlyMap<string, boolean>} legal those that the game marks, and whether what is there would be removed
   */
  light(words, written, path, legal) {
    const shining = new Set(written);
    this.lit = new Set(words);
    for (const place of this.layers.places.children) {
      const id = String(place.getAttribute("data-place"));
      const isHeld = this.pieces.has(id);
      const takes = this.lit.has(id) && legal.get(id);
      place.setAttribute("class", [
        "place",
        this.lit.has(id) && "open",
        shining.has(id) ? "lit" : this.lit.has(id) && legal.has(id) && "may",
        isHeld && "held",
        takes && "takes",
        path.includes(id) && "chosen",
        place.classList.contains("near") && "near",
      ].filter(Boolean).join(" "));
      place.setAttribute("aria-disabled", String(!this.lit.has(id)));
      attribute(place, "aria-pressed", path.includes(id) ? "true" : null);
      const [hit, dot] = place.children;
      hit.setAttribute("r", String(this.unit * 0.48));
      dot.setAttribute("r", String(this.unit * (isHeld ? 0.48 : takes ? 0.19 : 0.13)));
      attribute(dot, "pathLength", takes ? "100" : null);
    }
    this.root.classList.toggle("full", this.layers.places.querySelectorAll(".lit, .may").length >= FULL);
    const [first] = shining;
    if (document.activeElement?.classList.contains("place")) return;
    if (first && this.places.has(first)) this.moveCursor(first);
  }

  /** Shows a hint: places in their order, and those from where something is taken. @param {{places: string[], taken: string[]} | null} hint */
  hint(hint) {
    const { hints } = this.layers;
    for (const sign of hints.querySelectorAll(".hint")) sign.remove();
    for (const kind of /** @type {const} */ (["places", "taken"])) {
      for (const id of hint?.[kind] ?? []) {
        const at = this.places.get(id);
        if (!at) continue;
        const sign = svg("g", { class: `hint ${kind}` });
        sign.append(svg("circle", { r: this.unit * 0.47 }));
        this.#put(sign, at.x, at.y);
        hints.append(sign);
      }
    }
  }

  // ---- keys ---------------------------------------------------------------------------------

  /** Lets the keys go on from a place. @param {string | undefined} id */
  moveCursor(id) {
    if (!id || !this.places.has(id)) return;
    this.#place(this.cursor)?.setAttribute("tabindex", "-1");
    this.cursor = id;
    this.#place(id)?.setAttribute("tabindex", "0");
  }

  /** @param {string | null} id @returns {SVGElement | null} */
  #place(id) {
    return id === null ? null : this.layers.places.querySelector(`[data-place="${CSS.escape(id)}"]`);
  }

  /** Moves the mark of the keys to a place. @param {string | undefined} id */
  focus(id = this.cursor ?? undefined) {
    this.moveCursor(id);
    this.#place(this.cursor)?.focus({ preventScroll: true });
  }

  /**
   * Leads the keys to the nearest of the places, unless they stand on one of them: where a decision begins, as on the piece
   * that must jump. They would stay on a hole.
   * @param {string[]} ids
   */
  lead(ids) {
    const from = this.cursor && this.places.get(this.cursor);
    const open = ids.filter((id) => this.places.has(id));
    if (!from || !this.hasFocus || !open.length || open.includes(String(this.cursor))) return;
    const away = (/** @type {string} */ id) => {
      const { x, y } = /** @type {Place} */ (this.places.get(id));
      return Math.hypot(x - from.x, y - from.y);
    };
    this.focus(open.reduce((best, id) => (away(id) < away(best) ? id : best)));
  }

  /** Whether the keys are with the board. */
  get hasFocus() {
    return this.root.contains(document.activeElement);
  }

  /** Walks to the nearest place in a direction; y goes down. @param {number} dx @param {number} dy */
  walk(dx, dy) {
    const from = this.cursor && this.places.get(this.cursor);
    if (!from || !this.hasFocus) return this.focus();
    const [x0, y0] = this.#turned(from.x, from.y);
    const length = Math.hypot(dx, dy);
    const isStraight = !dx || !dy;
    let best = Infinity;
    /** @type {string | undefined} */ let found;
    for (const [id, place] of this.places) {
      const [x, y] = this.#turned(place.x, place.y);
      const along = ((x - x0) * dx + (y - y0) * dy) / length;
      const off = Math.abs((x - x0) * dy - (y - y0) * dx) / length;
      const isBeside = off > along * (isStraight ? 1.01 : 0.6);
      if (along < 0.01 * this.unit || (isBeside && !isStraight)) continue;
      const cost = along + 2 * off + (isBeside ? 1e6 : 0);
      if (cost < best - 1e-6) [best, found] = [cost, id];
    }
    this.focus(found);
  }

  /** Moves to the next place or thing beside the board that can be clicked, else to the next place; -1: to the previous one. @param {number} step */
  next(step) {
    const find = (/** @type {string} */ what) => [...byId("room").querySelectorAll(what)].filter((one) => one.getClientRects().length);
    const heaps = find(".place.open, [data-word][aria-disabled=false]:not(.word)"); // words have numbers, and one may be to pass
    const open = heaps.length ? heaps : find(".word[aria-disabled=false]");
    const all = open.length ? open : [...this.layers.places.children];
    const here = document.activeElement;
    const cursor = this.#place(this.cursor);
    const at = all.indexOf(here);
    if (at < 0 && !this.hasFocus && cursor && all.includes(cursor)) return this.focus();
    const next = all[(at < 0 && step < 0 ? all.length - 1 : at + step + all.length) % all.length];
    if (next?.dataset.place) this.focus(next.dataset.place);
    else lead(next);
  }

  // ---- mouse and touch ----------------------------------------------------------------------

  /** Carries the piece of a place with a pointer, or draws the way from a place without one. @param {string} id */
  carry(id) {
    const piece = this.drawn().get(id);
    piece?.classList.add("dragged");
    return {
      move: (/** @type {PointerEvent} */ event) => {
        const [x, y] = this.#spot(event);
        if (piece) piece.setAttribute("transform", `translate(${x} ${y})`);
        else this.#drawWay(id, [x, y]);
      },
      end: () => {
        this.layers.hints.querySelector(".way")?.remove();
        piece?.classList.remove("dragged");
        const at = this.places.get(id);
        if (at && piece) this.#put(piece, at.x, at.y);
      },
    };
  }

  /** Draws the way of a drag that moves no piece. @param {string} id @param {number[]} to */
  #drawWay(id, [x2, y2]) {
    const at = /** @type {Place} */ (this.places.get(id));
    const [x1, y1] = this.#turned(at.x, at.y);
    this.layers.hints.querySelector(".way")?.remove();
    this.layers.hints.append(svg("line", { class: "way", x1, y1, x2, y2 }));
  }

  /** How many pixels of the screen a pixel of the board has. */
  scale() {
    return this.root.getScreenCTM()?.a ?? 1;
  }

  /** Where a pointer is on the board. @param {MouseEvent} event */
  #spot(event) {
    const spot = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.root.getScreenCTM()?.inverse());
    return [spot.x, spot.y];
  }

  /** The place under a pointer; one that can be clicked is reached from farther. @param {MouseEvent} event */
  under(event) {
    const [x, y] = this.#spot(event);
    if (!event.clientX && !event.clientY && event.target instanceof Element) {
      return event.target.closest(".place")?.getAttribute("data-place") ?? null; // a screen reader
    }
    const reach = Math.max(this.unit / 2, REACH / this.scale());
    let best = Infinity;
    /** @type {string | null} */ let found = null;
    for (const [id, place] of this.places) {
      const [a, b] = this.#turned(place.x, place.y);
      const away = Math.hypot(a - x, b - y);
      const cost = away + (this.lit.has(id) || away < 0.3 * this.unit ? 0 : this.unit / 2);
      if (away <= reach && cost < best) [best, found] = [cost, id];
    }
    return found;
  }
}
