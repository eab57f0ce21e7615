/** What is clicked on the board, and what is dragged there: a piece of it, or a thing that lies beside it. */

import { el } from "./scene.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {{choose(word: string): void, hold(word: string): void, back(): void, leads(word: string): boolean, drop(place: string | null): void}} Asking */
/** @typedef {{word: string, x: number, y: number, from: Element | null, carried: Carried | null}} Held */
/** @typedef {{move(event: PointerEvent): void, end(): void}} Carried */

/** How far a pointer moves before a click is a drag, in pixels of the screen. */
const DRAG = 7;
/** How large the picture of one thing of a heap is, as a share of the distance of two places. */
const THING = 0.84;

/**
 * Hears clicks on the board, and drags to it that begin anywhere in the room.
 * @param {HTMLElement} room @param {Board} board @param {Asking} asking
 * @param {AbortSignal} signal when it is aborted, nothing is heard any more
 */
export function listenToDrags(room, board, asking, signal) {
  /** @type {Held | null} */ let held = null;
  let wasDragged = false;
  const until = { signal };
  room.addEventListener("pointerdown", (event) => {
    wasDragged = false;
    held = null;
    if (event.button || !event.isPrimary || !(event.target instanceof Element)) return;
    const thing = event.target.closest(".item[data-word]");
    const word = thing ? thing.getAttribute("data-word") : board.root.contains(event.target) ? board.under(event) : null;
    if (word) held = { word, x: event.clientX, y: event.clientY, from: thing, carried: null };
  }, until);
  room.addEventListener("pointermove", (event) => {
    if (!held) return;
    if (!held.carried) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < DRAG) return;
      if (!asking.leads(held.word)) {
        held = null;
        return;
      }
      asking.hold(held.word);
      wasDragged = true;
      held.carried = held.from ? carryThing(held.from, board) : board.carry(held.word);
      room.setPointerCapture(event.pointerId);
      room.classList.add("dragging");
    }
    held.carried.move(event);
  }, until);
  const drop = (/** @type {PointerEvent} */ event) => {
    const was = held;
    held = null;
    if (!was?.carried) return;
    room.classList.remove("dragging");
    const id = event.type === "pointerup" ? board.under(event) : null;
    board.motion.dragged = id ? { start: was.word, end: id } : null;
    if (event.type === "pointercancel") asking.drop(was.from ? null : was.word);
    else if (id !== was.word && !isOver(was.from, event)) asking.drop(id);
    was.carried.end();
  };
  room.addEventListener("pointerup", drop, until);
  room.addEventListener("pointercancel", drop, until);
  room.addEventListener("click", (event) => {
    if (wasDragged && event.detail) return event.stopImmediatePropagation(); // the drag has said it; keys and voices click, too
    const id = event.target instanceof Element && board.root.contains(event.target) ? board.under(event) : null;
    if (!id) return;
    board.moveCursor(id);
    asking.choose(id);
  }, { signal, capture: true });
}

/** Whether a pointer was lifted where it had taken a thing beside the board. @param {Element | null} thing @param {PointerEvent} event */
function isOver(thing, { type, clientX: x, clientY: y }) {
  if (!thing || type !== "pointerup") return false;
  const { left, right, top, bottom } = thing.getBoundingClientRect();
  return left <= x && x <= right && top <= y && y <= bottom;
}

/** Carries one thing of a heap beside the board, as large as it will lie there. @param {Element} heap @param {Board} board @returns {Carried} */
function carryThing(heap, board) {
  const picture = /** @type {SVGSVGElement | undefined} */ (heap.querySelector("svg")?.cloneNode(true));
  const carried = el("div", { class: "carried", "aria-hidden": "true" }, ...(picture ? [picture] : []));
  if (picture) {
    const { x, y, width, height } = picture.viewBox.baseVal;
    const one = Math.min(width, height);
    picture.setAttribute("viewBox", [x, y, one, one].join(" "));
    const size = `${Math.round(THING * board.unit * board.scale())}px`;
    picture.style.width = picture.style.height = size;
  }
  document.body.append(carried);
  return {
    move({ clientX, clientY }) {
      carried.style.transform = `translate(${clientX}px, ${clientY}px) translate(-50%, -50%)`;
    },
    end: () => carried.remove(),
  };
}
