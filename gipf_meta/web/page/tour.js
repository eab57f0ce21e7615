/** The tour of a first match: four places of the page in ten seconds. Loaded when first needed. */

import { isAsking } from "./dialogs.js";
import { byId, el, write } from "./scene.js";
import { say } from "./words.js";

/** How long each place is shown, ms. */
const STEP_MS = 2500;
/** How far the words stay from what they are about, and from the edges, in pixels. */
const GAP = 8;
/** How far apart spots are where the words might stand, in pixels. */
const STEP = 16;

/** Shows what is where, unless something else is asked: until its end, Escape, or whatever is done. @param {import("./room.js").Room} room */
export function showTour(room) {
  if (byId("tour") || room.isLeft || room.scene.get("state")?.paused || isAsking() || room.page.settings.toured) return;
  room.page.settings.toured = true;
  room.line.ask({ do: "submit", screen: "tour" });
  const words = el("p", { role: "status" });
  const tour = el("section", { id: "tour", "aria-label": say("tour") }, words, el("button", { type: "button", class: "quiet" }, say("skip")));
  document.body.append(tour);
  const places = /** @type {[Element, string][]} */ ([
    ...(document.querySelector("#board .may") ? [[byId("board"), say("tour_board")]] : []), [byId("prompt"), say("tour_asked")],
    [byId("deeds"), say("tour_deeds")], [byId("deeds").lastElementChild, say("tour_menu")],
  ]).filter(([place]) => place.getClientRects().length);
  const ended = new AbortController();
  let at = -1;
  const step = () => {
    places[at]?.[0].classList.remove("toured");
    at += 1;
    if (!places[at]) return ended.abort();
    write(words, places[at][1]);
    places[at][0].classList.add("toured");
    stand(tour, places[at][0]);
  };
  const timer = setInterval(step, STEP_MS);
  ended.signal.onabort = () => {
    clearInterval(timer);
    for (const [place] of places) place.classList.remove("toured");
    tour.remove();
  };
  const { signal } = ended;
  const end = () => ended.abort();
  addEventListener("click", end, { signal, capture: true });
  addEventListener("hashchange", end, { signal });
  addEventListener("resize", () => stand(tour, places[at][0]), { signal });
  addEventListener("scroll", () => stand(tour, places[at][0]), { signal, capture: true });
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !isAsking()) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else if (event.key === "Tab" || event.key === "Shift" || tour.contains(document.activeElement)) return;
    end();
  }, { signal, capture: true });
  step();
}

/** Puts the words beside a place, or as near as can be: where they cover the least of it, and of the places and labels of the board. @param {HTMLElement} tour @param {Element} place */
function stand(tour, place) {
  const { left, top, right, bottom } = place.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = tour;
  const parts = document.querySelectorAll("#board [data-place], #board .under text");
  const boxes = (/** @type {Iterable<Element>} */ all) => [...all].map((part) => part.getBoundingClientRect());
  const seen = [...boxes(parts), ...(place.id === "board" ? [] : boxes([place]))];
  const middle = (left + right - width) / 2;
  const [farX, farY] = [document.documentElement.clientWidth - width, innerHeight - height];
  const fit = (/** @type {number} */ n, /** @type {number} */ most) => Math.max(GAP, Math.min(n, most - GAP));
  const away = (/** @type {number[]} */ [x, y]) => Math.hypot(x - middle, y - (top + bottom - height) / 2);
  const elsewhere = [];
  for (let x = GAP; x < farX; x += STEP) for (let y = GAP; y < farY; y += STEP) elsewhere.push([x, y]);
  const spots = [
    [middle, bottom + GAP], [middle, top - height - GAP],
    [right - width, top], [left, top], [right - width, bottom - height], [left, bottom - height],
    [right + GAP, top], [left - width - GAP, top], ...elsewhere.sort((one, other) => away(one) - away(other)),
  ].map(([x, y]) => {
    const at = { x: fit(x, farX), y: fit(y, farY) };
    const covered = seen.filter((box) => box.left < at.x + width && at.x < box.right && box.top < at.y + height && at.y < box.bottom);
    return { ...at, covers: covered.length };
  });
  const { x, y } = spots.reduce((best, spot) => (spot.covers < best.covers ? spot : best));
  tour.style.setProperty("left", `${x}px`);
  tour.style.setProperty("top", `${y}px`);
}
