/**
 * The moments of a match: a row that counts, a duel that is over, the match that is over. Each is seen on the board itself, below its places: it
 * takes no input, covers nothing, and any key or click ends it, whatever else that does. Who wants no motion has the sounds alone.
 */

import { still } from "./board.js";
import { byId, svg } from "./scene.js";
import { sound } from "./sound.js";
import { STEP_MS } from "./tones.js";

/** @typedef {import("./room.js").Room} Room */
/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./motion.js").Motion} Motion */

/** How long a piece is lit, when the last one is bright, and when all would have left without light, ms. */
const [LIT_MS, BRIGHT_MS, LEFT_MS] = [420, 130, 200];
/** How long light runs round the board, and how long it is looked at before pieces move, ms. */
const [ROUND_MS, LOOKED_AT_MS] = [900, 380];
/** How long the wave goes over the board, and how long each piece takes part, ms. */
const [WAVE_MS, RISE_MS] = [480, 420];
/** Who chooses so often within a second is in a hurry; and who has less than a minute left. */
const BURST = 3;
/** The colour of light on pieces, on any board. */
const LIGHT = "#ffe08a";
/** The most pieces that rise one by one. */
const MOST_PIECES = 48;

/** When something was chosen last, by keys or clicks. @type {number[]} */ let chosen = [];
for (const kind of ["keydown", "pointerdown"]) {
  addEventListener(kind, (/** @type {any} */ { key = " ", timeStamp }) => {
    if (key === " " || key === "Enter") chosen = [...chosen.slice(1 - BURST), timeStamp];
  }, { capture: true, passive: true });
}

/** Whether somebody plays so fast that a moment would only be in the way: by a clock, by a decision that waits, or by many choices. */
function isHurried() {
  const clock = document.querySelector(".due [role=timer]:not([hidden])")?.textContent ?? "";
  const isBurst = chosen.length === BURST && performance.now() - chosen[0] < 1000;
  return isBurst || !byId("premove").hidden || /^0:|[.]/.test(clock);
}

/** @param {Board} board */
const moves = (board) => board.moves && !still.matches && !document.hidden;

/**
 * Waits for a time, or until a key or click comes, or nobody looks at the board any more: then what is seen of a moment ends.
 * @param {Motion} motion @param {number} ms @param {Animation[]} animations
 */
async function pass(motion, ms, animations) {
  motion.animations.push(...animations);
  const listening = new AbortController();
  const ended = new Promise((end) => {
    for (const kind of ["keydown", "pointerdown", "hashchange"]) addEventListener(kind, end, { capture: true, signal: listening.signal });
  }).then(() => animations.forEach((one) => one.cancel()));
  const all = Promise.allSettled(animations.map((one) => one.finished));
  all.then(() => listening.abort());
  const looked = new Promise((done) => setTimeout(done, ms));
  await Promise.race([ended, all, looked]);
}

/** A light on a spot of the board. @param {Board} board @param {{x: number, y: number}} spot @param {KeyframeAnimationOptions} timing */
function shine(board, { x, y }, timing) {
  const light = svg("circle", { class: "glow", r: board.unit * 0.46, cx: x, cy: y, fill: LIGHT, "fill-opacity": 0.35, stroke: LIGHT, "stroke-width": 6 });
  board.layers.hints.append(light);
  const shining = light.animate([{ opacity: 0 }, { opacity: 1, offset: 0.3 }, { opacity: 1, offset: 0.6 }, { opacity: 0 }], { ...timing, fill: "both" });
  shining.finished.catch(() => {}).then(() => light.remove());
  return shining;
}

/** Lifts a piece, and puts it down. @param {Element} piece @param {{x: number, y: number}} spot @param {number} high @param {number} size @param {KeyframeAnimationOptions} timing */
function lift(piece, { x, y }, high, size, timing) {
  const at = (/** @type {number} */ up, /** @type {number} */ scale) => ({ transform: `translate(${x}px, ${y - up}px) scale(${scale})` });
  piece.removeAttribute("data-motion"); // the way that it has gone before
  return piece.animate([at(0, 1), { ...at(high, size), offset: 0.4 }, at(0, 1)], { easing: "ease-in-out", ...timing });
}

/**
 * Lights up the places of a row one after the other; done when the last one is bright. What can be done next is seen no later by it.
 * @param {Motion} motion @param {Wire.MotionElement} moved @param {import("./motion.js").Prepared} prepared @param {number} pace
 */
export async function lightRow(motion, { row = [] }, prepared, pace) {
  const { board, run } = motion;
  if (isHurried()) return;
  if (!motion.later.length) setTimeout(() => run === motion.run && board.root.classList.remove("in-motion"), pace * LEFT_MS);
  const leaving = new Map([...prepared.taken, ...prepared.movers].map(({ way, piece }) => [way.start, piece]));
  const standing = board.drawn();
  const step = Math.min(STEP_MS, LIT_MS / row.length); // of a long row all are lit as soon
  const lights = row.flatMap((at, n) => {
    const [spot, piece] = [board.spotOf(at), leaving.get(at) ?? standing.get(at)];
    if (!spot) return [];
    const timing = { duration: pace * LIT_MS, delay: pace * n * step };
    return [shine(board, spot, timing), ...(piece ? [lift(piece, spot, 0, 1.1, { ...timing, duration: pace * LIT_MS * 0.6 })] : [])];
  });
  await pass(motion, pace * ((row.length - 1) * step + BRIGHT_MS), lights);
}

/**
 * The board comes back from a duel: the winner's colour runs round it, and what the duel was about lights up, or fades where it is lost.
 * @param {Room} room @param {Partial<Wire.DuelEndQuestion>} news
 */
export async function showDuel(room, { winners = [], contested = [] }) {
  const { board } = room;
  const { motion } = board;
  if (room.isLeft || !moves(board) || isHurried()) return;
  const isLost = motion.later.some(({ ways = [], taken = [] }) => [...ways, ...taken].some(({ start, end }) => contested.includes(start) && !board.places.has(end)));
  const drawn = board.drawn();
  const lights = contested.flatMap((at) => {
    const [spot, piece] = [board.spotOf(at), drawn.get(at)];
    if (!spot || !piece) return [];
    if (isLost) return [piece.animate([{ opacity: 1 }, { opacity: 0.35 }], { duration: LOOKED_AT_MS, fill: "forwards" })];
    return [shine(board, spot, { duration: 2 * LOOKED_AT_MS }), lift(piece, spot, 0, 1.14, { duration: LOOKED_AT_MS })];
  });
  const role = winners.length ? room.scene.get(`player:${winners[0]}`)?.role : "";
  await pass(motion, LOOKED_AT_MS, [...lights, ...runRound(board, role ? `var(--role-${role})` : "var(--held)")]);
}

/** Lets light run round the board. @param {Board} board @param {string} colour */
function runRound(board, colour) {
  const d = `M${outline(board).join("L")}Z`;
  return ["rim", "run"].map((name) => {
    const isRim = name === "rim";
    const line = svg("path", { class: "round", d, pathLength: 100, fill: "none", stroke: isRim ? "var(--held)" : colour, "stroke-width": isRim ? 15 : 8, "stroke-dasharray": "30 70", "stroke-linecap": "round" });
    board.layers.hints.append(line);
    const frames = [{ strokeDashoffset: 30, opacity: 1 }, { strokeDashoffset: -70, opacity: 1, offset: 0.8 }, { strokeDashoffset: -100, opacity: 0 }];
    const running = line.animate(frames, { duration: ROUND_MS, easing: "ease-in-out" });
    running.finished.catch(() => {}).then(() => line.remove());
    return running;
  });
}

/** The corners of the hull of all places, half a step outside. @param {Board} board */
function outline(board) {
  const spots = [...board.places.keys()].map((at) => /** @type {{x: number, y: number}} */ (board.spotOf(at))).sort((a, b) => a.x - b.x || a.y - b.y);
  const half = (/** @type {typeof spots} */ all) => {
    /** @type {typeof spots} */ const hull = [];
    for (const one of all) {
      while (hull.length > 1 && turns(hull[hull.length - 2], hull[hull.length - 1], one) <= 0) hull.pop();
      hull.push(one);
    }
    return hull.slice(0, -1);
  };
  const [left, top, width, height] = board.box;
  const [mx, my] = [left + width / 2, top + height / 2];
  return [...half(spots), ...half(spots.toReversed())].map(({ x, y }) => {
    const far = Math.hypot(x - mx, y - my);
    const out = (far + board.unit * 0.45) / far;
    return `${(mx + (x - mx) * out).toFixed(1)} ${(my + (y - my) * out).toFixed(1)}`;
  });
}

/** Whether a way turns left, right, or goes straight on: its sign. @typedef {{x: number, y: number}} Spot @param {Spot} a @param {Spot} b @param {Spot} c */
const turns = (a, b, c) => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);

/**
 * The match is over, and its last turn has been seen: the winner's pieces rise in a wave, and the result's heading with them. Who has lost, or drawn, sees the pieces breathe once.
 * @param {Room} room @param {Wire.EndElement} over
 */
export async function showEnd(room, over) {
  const { board, scene } = room;
  await board.motion.played;
  if (room.isLeft) return;
  sound.play(over.you ?? "won");
  if (room.replay.isOpen || scene.get("over") !== over || !moves(board) || isHurried()) return;
  const isCalm = over.you === "lost" || over.you === "drew";
  const roles = new Set(over.winners.map((n) => scene.get(`player:${n}`)?.role));
  const [all, drawn] = [scene.of("piece"), board.drawn()];
  const own = all.filter(([, { role }]) => roles.has(role));
  const [left, top, width, height] = board.box;
  const [heading] = byId("result").getElementsByTagName("h2");
  const rising = (own.length ? own : all).slice(0, MOST_PIECES).flatMap(([at]) => {
    const [piece, spot] = [drawn.get(at), board.spotOf(at)];
    if (!piece || !spot) return [];
    const along = ((spot.x - left) / width + (top + height - spot.y) / height) / 2;
    return [isCalm ? lift(piece, spot, 0, 0.95, { duration: 2 * RISE_MS }) : lift(piece, spot, board.unit * 0.22, 1.1, { duration: RISE_MS, delay: along * WAVE_MS })];
  });
  if (heading) rising.push(heading.animate([{ opacity: 0, transform: "translateY(0.3em)" }, {}], { duration: RISE_MS, easing: "ease-out" }));
  await pass(board.motion, WAVE_MS + RISE_MS, rising);
}
