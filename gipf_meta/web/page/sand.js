/** What moves by itself: digits of clocks and sand in glasses, as they run on this machine. */

import { draw, write } from "./scene.js";

/** Below this, clocks show tenths. */
const NEAR_END_MS = 20_000;

/** From here on, a time is told in days, hours and minutes. */
const LONG_MS = 7_200_000;
const MINUTE_MS = 60_000;

/** How many steps the sand of a glass takes: each is less than half a pixel. */
const STEPS = 150;
/** The shortest and the longest step of sand, ms. */
const STEP_MS = [100, 1000];
/** What is due so soon after a frame is drawn with it, ms. */
const SOON_MS = 16;

/** Calls tasks as often as they ask for, while the page is seen; between them nothing runs, not even frames. */
export class Ticker {
  /** @type {Map<string, {task: (now: number) => number, due: number}>} */
  #tasks = new Map();
  #frame = 0;
  /** @type {number | undefined} */ #timer;

  /** Runs a task now, and again after as many ms as it says; 0: not again. @param {string} key @param {(now: number) => number} task */
  run(key, task) {
    this.#tasks.set(key, { task, due: 0 });
    this.#wait(0);
  }

  /** Asks for a frame when the next task is due. @param {number} now */
  #wait(now) {
    if (this.#frame) return;
    clearTimeout(this.#timer);
    const due = Math.min(...[...this.#tasks.values()].map((one) => one.due));
    if (due < Infinity) this.#timer = setTimeout(() => (this.#frame = requestAnimationFrame((at) => this.#tick(at))), Math.max(0, due - now));
  }

  /** @param {string} key */
  stop(key) {
    this.#tasks.delete(key);
  }

  clear() {
    this.#tasks.clear();
    clearTimeout(this.#timer);
  }

  /** @param {number} now */
  #tick(now) {
    this.#frame = 0;
    for (const [key, one] of this.#tasks) {
      if (one.due > now + SOON_MS) continue;
      const pause = one.task(now);
      if (pause) one.due = now + pause;
      else this.#tasks.delete(key);
    }
    this.#wait(now);
  }
}

/** A time as a clock shows it; tenths only while it runs. @param {number} ms */
export function digits(ms, runs = true) {
  const left = Math.max(0, ms);
  if (left >= LONG_MS) return inWords(left);
  if (runs && left < NEAR_END_MS) return (Math.floor(left / 100) / 10).toFixed(1);
  const seconds = Math.floor(left / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** A long time in its two largest units, in the reader's language: 2 days 4 hours. @param {number} ms */
function inWords(ms) {
  const minutes = Math.floor(ms / MINUTE_MS);
  const counts = minutes < 1440 ? { hour: minutes / 60, minute: minutes % 60 } : { day: minutes / 1440, hour: (minutes / 60) % 24 };
  return Object.entries(counts).map(([unit, n]) => (n < 1 ? "" : new Intl.NumberFormat(document.documentElement.lang, { style: "unit", unit, unitDisplay: "long" }).format(Math.floor(n)))).filter(Boolean).join(" ");
}

/**
 * Lets digits run down from now, or shows them at rest.
 * @param {Ticker} ticker @param {string} key @param {Element} where @param {number} left_ms
 * @param {boolean} runs @param {(left: number) => void} [shown]
 */
export function runDigits(ticker, key, where, left_ms, runs, shown = () => {}) {
  const begun = performance.now();
  const step = () => {
    const left = Math.max(0, left_ms - (runs ? performance.now() - begun : 0));
    write(where, digits(left, runs));
    where.classList.toggle("hurry", runs && left < NEAR_END_MS);
    shown(left);
    if (!runs || !left) return 0;
    return left < NEAR_END_MS ? 100 : (left % (left < LONG_MS ? 1000 : MINUTE_MS)) + 1;
  };
  ticker.stop(key);
  if (step()) ticker.run(key, step);
}

/** @typedef {Wire.GlassElement} Glass around the origin; it is cut to the shape of the bulbs */
/** @type {Glass} that of a board has these lengths, too */
const BESIDE = { lid: -0.25, neck: 0, floor: 0.25, half: 0.17 };

/** The shapes of the sand in a glass. @param {number} share of the sand that is above @param {Glass} glass */
function sandShapes(share, { lid, neck, floor, half }) {
  const level = Math.sqrt(Math.min(Math.max(share, 0), 1));
  const surface = neck + (lid - neck) * level;
  const heap = floor + (neck - floor) * (1 - level);
  const path = (/** @type {number[][]} */ spots) =>
    `<path fill="var(--sand)" d="M${spots.map((spot) => spot.map((n) => n.toFixed(3)).join(" ")).join("L")}Z"/>`;
  const above = path([[-half, surface], [half, surface], [half, neck], [-half, neck]]);
  const below = path([[-half, floor], [half, floor], [half * level, heap], [-half * level, heap]]);
  return (share > 0 ? above : "") + (share < 1 ? below : "");
}

/** Shows how much of its sand a glass beside the board has left. @param {Element} button @param {number} share */
export function pour(button, share) {
  draw(/** @type {Element} */ (button.querySelector(".sand")), sandShapes(share, BESIDE));
}

/** When each piece was told, on the clock of the page: from then on its sand runs. @type {WeakMap<Wire.PieceElement, number>} */
const toldAt = new WeakMap();

/**
 * Lets the sand run in a piece of the board; one that is drawn again goes on.
 * @param {Ticker} ticker @param {Element} group @param {string} id
 * @param {Wire.PieceElement | undefined} piece
 */
export function runSand(ticker, group, id, piece) {
  ticker.stop(`sand ${id}`);
  if (!piece) return;
  const { ends_in_ms, of_ms, glass } = piece;
  const [sand, time] = [group.querySelector(".sand"), group.querySelector(".clock")];
  group.classList.remove("urgent");
  if (!ends_in_ms || !of_ms || !glass || !sand) return;
  const begun = toldAt.get(piece) ?? performance.now();
  toldAt.set(piece, begun);
  ticker.run(`sand ${id}`, () => {
    const left = Math.max(0, ends_in_ms - (performance.now() - begun));
    draw(sand, sandShapes(left / of_ms, glass));
    if (time) write(time, digits(left));
    group.classList.toggle("urgent", left > 0 && left < NEAR_END_MS);
    return left && Math.min(Math.max(of_ms / STEPS, STEP_MS[0]), left < NEAR_END_MS ? STEP_MS[0] : STEP_MS[1]);
  });
}
