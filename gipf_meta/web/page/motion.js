/** What moves on the board, as the game says it: piece by piece, one motion after the other. */

import { attribute, svg } from "./scene.js";
import { moments, sound } from "./sound.js";

/** @typedef {Map<string, Wire.PieceElement>} Pieces the pieces of a board by their places */
/** @typedef {{x: number, y: number}} Spot */
/** @typedef {{way: Wire.WayElement, from: Spot | null, piece: SVGElement | undefined}} Mover */
/**
 * What of a motion is drawn: pieces on their way and taken, things that lie below or turn over, and what leaves the board.
 * @typedef {{movers: Mover[], taken: Mover[], turned: {at: string, piece: SVGElement | undefined}[],
 *   laid: {way: Wire.WayElement, from: Spot | null}[], gone: {at: string, point: SVGElement | undefined}[]}} Prepared
 */

/** How long a piece is on its way, ms: to begin with, and for each place that it goes over. */
const WAY_MS = 200;
const OVER_MS = 45;
const LONGEST_WAY_MS = 420;
/** How long something leaves that is taken, appears, or turns over, ms. */
const LEAVE_MS = 260;
/** From so many motions on each is shorter: all of them take no longer than these. */
const MOST_AT_EASE = 6;
/** How large a piece is that goes to a heap beside the board or comes from there. */
const SMALL = 0.55;
/** How high a piece is lifted on its way, as a share of its size. */
const LIFT = 0.1;

export class Motion {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    /** @type {Animation[]} */ this.animations = [];
    this.run = 0;
    /** What has not begun to move. @type {Wire.MotionElement[]} */ this.later = [];
    /** Until what moves has come. @type {Promise<void>} */ this.played = Promise.resolve();
    /** A way that the reader has dragged a piece, which is seen already. @type {{start: string, end: string} | null} */
    this.dragged = null;
  }

  /** Ends what moves: the board shows how it stands. */
  end() {
    this.say(this.later.splice(0));
    this.run += 1;
    this.board.root.classList.remove("in-motion");
    for (const point of this.board.leaving.values()) point?.remove();
    this.#clear();
  }

  /** Says what motions do that are not seen. @param {Wire.MotionElement[]} [motions] */
  say(motions = []) {
    for (const { words } of motions) if (words) this.board.says(words);
  }

  /** Shows the pieces as they are drawn, and nothing on its way. */
  #clear() {
    for (const animation of this.animations.splice(0)) animation.cancel();
    const { moving, pieces } = this.board.layers;
    moving.replaceChildren();
    for (const piece of pieces.children) piece.classList.remove("coming");
  }

  /**
   * Plays what has moved, from the pieces before to those that stand now.
   * @param {Wire.MovedElement} moved @param {Pieces} before @param {Pieces} now
   */
  play(moved, before, now) {
    this.end();
    this.board.keepLeaving();
    const { run } = this;
    const { motions } = moved;
    this.later = [...motions];
    this.board.root.classList.add("in-motion");
    const pace = Math.min(1, MOST_AT_EASE / motions.length);
    let standing = before;
    if (moved.begins) {
      standing = new Map(Object.entries(moved.begins));
      this.board.drawPieces(standing);
    }
    const first = this.#prepare(motions[0], standing, after(standing, motions[0], now));
    // what is beside the board is drawn, and the curtain hangs, when the scene has been shown
    this.played = Promise.resolve(first).then(async (prepared) => {
      await this.board.curtain;
      let next = prepared;
      for (const [n, motion] of motions.entries()) {
        if (run !== this.run) return;
        const stands = after(standing, motion, now);
        if (n) next = this.#prepare(motion, standing, stands);
        this.later.shift();
        this.#hear(motion, standing, stands, pace);
        if (motion.row) await moments(({ lightRow }) => lightRow(this, motion, next, pace));
        if (run !== this.run) return;
        const read = motion.words && this.board.says(motion.words);
        await this.#move(motion, next, pace);
        if (this.later.length) await read;
        standing = stands;
      }
      if (run === this.run) this.board.root.classList.remove("in-motion");
    });
  }

  /** Lets be heard what has moved as soon as it has come. @param {Wire.MotionElement} motion @param {Pieces} standing @param {Pieces} stands @param {number} pace */
  #hear(motion, standing, stands, pace) {
    const { run } = this;
    setTimeout(() => {
      if (run === this.run && !this.board.isSilent) sound.move(motion, standing, stands);
    }, motion.row ? 0 : pace * WAY_MS);
  }

  /**
   * Copies what is on its way or leaves, notes where it begins, and draws the board as it stands after the motion.
   * @param {Wire.MotionElement} motion @param {Pieces} standing @param {Pieces} stands @returns {Prepared}
   */
  #prepare(motion, standing, stands) {
    const { board } = this;
    const { ways = [], taken = [], turned = [], laid = [], gone = [] } = motion;
    const drawn = board.drawn();
    const copy = (/** @type {string} */ at) => /** @type {SVGElement | undefined} */ (drawn.get(at)?.cloneNode(true));
    const goes = (/** @type {Wire.WayElement} */ way) => ({ way, from: board.spotOf(way.start), piece: copy(way.start) });
    const starts = new Set(ways.map(({ start }) => start));
    const below = ways.flatMap(({ end }) => (standing.has(end) && !starts.has(end) ? [copy(end)] : []));
    const prepared = {
      movers: ways.map(goes),
      taken: taken.map(goes),
      turned: turned.map((at) => ({ at, piece: starts.has(at) ? undefined : copy(at) })),
      laid: laid.map((way) => ({ way, from: board.spotOf(way.start) })),
      gone: gone.map((at) => ({ at, point: board.leaving.get(at) })),
    };
    board.drawPieces(stands);
    const { moving } = board.layers;
    moving.replaceChildren();
    for (const piece of below) if (piece) moving.append(piece);
    for (const { point } of prepared.gone) if (point) moving.append(point);
    for (const { piece } of prepared.taken) if (piece) moving.append(piece);
    for (const { piece } of prepared.turned) if (piece) moving.append(piece);
    const now = board.drawn();
    for (const mover of prepared.movers) {
      const arrived = now.get(mover.way.end);
      // what comes from beside the board looks as it will
      mover.piece ??= /** @type {SVGElement | undefined} */ (arrived?.cloneNode(true));
      if (!mover.piece) continue;
      moving.append(mover.piece);
      if (!starts.has(mover.way.end) || standing.has(mover.way.end)) arrived?.classList.add("coming");
    }
    return prepared;
  }

  /**
   * Lets everything go at once; what is taken leaves when what takes it has come.
   * @param {Wire.MotionElement} motion @param {Prepared} prepared @param {number} pace
   */
  async #move(motion, prepared, pace) {
    const { board } = this;
    const lead = pace * this.#lead(motion);
    let longest = 0;
    for (const { way, from, piece } of prepared.movers) {
      if (!piece) continue;
      const spots = [from, ...way.over.map((at) => board.spotOf(at)), board.spotOf(way.end)];
      const [begins, ends] = [board.places.has(way.start), board.places.has(way.end)];
      const time = pace * Math.min(WAY_MS + OVER_MS * way.over.length, LONGEST_WAY_MS);
      const comes = lead && !begins && way.over.length ? lead : 0; // then it goes on with those that it pushes
      const timing = { duration: this.#isDragged(way) ? 1 : time + comes, delay: begins ? lead : 0 };
      longest = Math.max(longest, timing.duration + timing.delay);
      this.#go(piece, spots, timing, `${way.start}>${way.end}`, { begins, ends, comes: comes / timing.duration });
    }
    this.dragged = null;
    const now = board.drawn();
    /** @type {KeyframeAnimationOptions} */
    const leave = { duration: pace * LEAVE_MS, delay: longest / 2, fill: "both" };
    for (const { way, from, piece } of prepared.taken) {
      const end = board.spotOf(way.end);
      if (piece && from) this.#animate(piece, leaving(from, end), leave, `${way.start}x${way.end}`);
    }
    for (const { at, piece } of prepared.turned) {
      const duration = (pace * LEAVE_MS) / 2;
      const delay = turnsAfter(motion, at) * longest;
      const spot = board.spotOf(at);
      const turns = now.get(at);
      if (!spot) continue;
      if (piece) this.#animate(piece, turning(spot, 1, 0), { duration, delay, fill: "both" }, "");
      if (turns) this.#animate(turns, turning(spot, 0, 1), { duration, delay: delay + duration, fill: "both" }, `~${at}`);
    }
    for (const { way, from } of prepared.laid) {
      const end = board.spotOf(way.end);
      if (!end) continue;
      const ring = svg("g", { class: "laid" });
      ring.append(svg("circle", { r: board.unit * 0.41 }));
      board.layers.moving.append(ring);
      this.#animate(ring, [from ? place(from, SMALL) : { ...place(end), opacity: 0 }, place(end)], { duration: pace * WAY_MS, fill: "both" }, `${way.start}+${way.end}`);
    }
    for (const { at, point } of prepared.gone) {
      const spot = board.spotOf(at);
      if (point && spot) this.#animate(point, leaving(spot, null), leave, `-${at}`);
    }
    const { run } = this;
    await Promise.allSettled(this.animations.map((one) => one.finished));
    if (run === this.run) this.#clear();
  }

  /** How long a piece from beside the board comes before the others go: it pushes them, or takes the place of one. @param {Wire.MotionElement} motion */
  #lead({ ways = [] }) {
    const isHere = (/** @type {string} */ at) => this.board.places.has(at);
    const comes = ways.filter((way) => !isHere(way.start) && isHere(way.end) && !this.#isDragged(way));
    const isFirst = comes.some(({ over, end }) => (over.length && ways.length > 1) || ways.some(({ start }) => start === end));
    return isFirst ? WAY_MS : 0;
  }

  /** Whether the reader has dragged a piece that way. @param {Wire.WayElement} way */
  #isDragged({ start, end }) {
    return this.dragged?.start === start && this.dragged.end === end;
  }

  /**
   * A piece goes over spots; what comes from beside the board grows, and what goes there shrinks.
   * @param {Element} piece @param {(Spot | null)[]} way @param {{duration: number, delay: number}} timing @param {string} name
   * @param {{begins: boolean, ends: boolean, comes: number}} onBoard comes: the share of the time until the first place
   */
  #go(piece, way, timing, name, { begins, ends, comes }) {
    const spots = /** @type {Spot[]} */ (way.filter(Boolean));
    if (!spots.length) return;
    const frames = spots.map((spot, n) => place(spot, (n === 0 && !begins) || (n === spots.length - 1 && !ends) ? SMALL : n && n < spots.length - 1 ? 1 + LIFT : 1));
    if (comes && spots.length > 2) frames[1].offset = comes;
    if (spots.length === 1) frames.unshift({ ...frames[0], opacity: 0 }); // it appears, or leaves
    if (!ends && spots.length === 1) frames.reverse();
    else if (!ends) frames[frames.length - 1].opacity = 0;
    const easing = comes ? "linear" : "cubic-bezier(.3,.1,.25,1)";
    this.#animate(piece, frames, { ...timing, easing, fill: "both" }, name);
  }

  /** @param {Element} what @param {Keyframe[]} frames @param {KeyframeAnimationOptions} timing @param {string} name what is told to who looks on */
  #animate(what, frames, timing, name) {
    attribute(what, "data-motion", name || null);
    this.animations.push(what.animate(frames, timing));
  }
}

/** The pieces after a motion: as it says, or those in the end. @param {Pieces} standing @param {Wire.MotionElement} motion @param {Pieces} now */
function after(standing, { pieces }, now) {
  if (!pieces) return now;
  const stands = new Map(standing);
  for (const at of pieces.gone) stands.delete(at);
  for (const [at, piece] of Object.entries(pieces.set)) stands.set(at, piece);
  return stands;
}

/** When something turns over: as the piece on its way passes it. @param {Wire.MotionElement} motion @param {string} at */
function turnsAfter({ ways = [] }, at) {
  for (const { over, end } of ways) {
    const n = over.indexOf(at);
    if (n >= 0) return (n + 1) / (over.length + 1);
    if (end === at) return 1;
  }
  return ways.length ? 1 : 0;
}

/** @param {Spot} spot @param {number} [size] @returns {Keyframe} */
const place = ({ x, y }, size = 1) => ({ transform: `translate(${x}px, ${y}px) scale(${size})`, opacity: 1 });

/** @param {Spot} from @param {Spot | null} end */
const leaving = (from, end) => [place(from), end ? place(end, SMALL) : { ...place(from, 1.15), opacity: 0 }];

/** @param {Spot} spot @param {number} from @param {number} to how wide the piece is */
const turning = ({ x, y }, from, to) => [from, to].map((wide) => ({ transform: `translate(${x}px, ${y}px) scaleX(${wide})` }));
