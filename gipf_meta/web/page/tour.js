/** The tour of a first match: four places of the page in ten seconds. Loaded when first needed. */

import { isAsking } from "./dialogs.js";
import { byId, el, write } from "./scene.js";
import { say } from "./words.js";

/** How long each place is shown, ms. */
const STEP_MS = 2500;
/** How far the words stay from what they are about, and from the edges, in pixels. */
const GAP = 8;

/** Shows what is where, unless something else is asked: until its end, Escape, or whatever is done. @param {import("./room.js").Room} room */
export function showTour(room) {
  if (byId("tour") || room.isLeft || room.scene.get("state")?.paused || isAsking() || room.page.settings.toured) return;
  room.page.settings.toured = true;
  room.line.ask({ do: "submit", screen: "tour" });
  const words = el("p", { role: "status" });
  const tour = el("section", { id: "tour", "aria-label": say("tour") }, words, el("button", { type: "button", class: "quiet" }, say("skip")));
  document.body.append(tour);
  const places = /** @type {[Element, string][]} */ ([
    [byId("board"), say("tour_board")], [byId("prompt"), say("tour_asked")],
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

/** Puts the words beside a place: below it, above it, or where there is no room inside it. @param {HTMLElement} tour @param {Element} place */
function stand(tour, place) {
  const { left, top, width, height } = place.getBoundingClientRect();
  const x = left + (width - tour.offsetWidth) / 2;
  const [above, below] = [top - tour.offsetHeight - GAP, top + height + GAP];
  const y = below + tour.offsetHeight < innerHeight ? below : above > GAP ? above : Math.min(top, innerHeight - height) + GAP;
  const fit = (/** @type {number} */ n, /** @type {number} */ most) => `${Math.max(GAP, Math.min(n, most - GAP))}px`;
  tour.style.setProperty("left", fit(x, document.documentElement.clientWidth - tour.offsetWidth));
  tour.style.setProperty("top", fit(y, innerHeight - tour.offsetHeight));
}
