/**
 * The chances of a match that has ended, as a small curve below its result, and where it turned. Only a reader who has played against bots
 * alone is shown it unasked, and after a rough look the search is left off: to others it would cost a search that nobody wanted.
 */

import { byId, draw, el, Scene, svg, write } from "./scene.js";
import { turningOf } from "./review.js";
import { say } from "./words.js";

/** Looks for the curve of a match, and draws it as it is found, at the place that is left for it. @param {import("./room.js").Room} room */
export async function showCurve(room) {
  const people = room.scene.of("player").filter(([, { kind }]) => kind === "human");
  if (people.length !== 1 || !people[0][1].you || document.querySelector("#curve") || room.isLeft) return;
  /** @type {Scene<Wire.ReviewParts, Wire.ReviewKinds>} */ const scene = new Scene();
  const [card, frame, points, words] = [el("div", { id: "curve" }), svg("g"), svg("g"), el("p")];
  const graph = svg("svg");
  graph.append(frame, points);
  card.append(graph, words);
  byId("result").firstElementChild?.after(card); // its place is left for it at once
  const inquiry = await room.toInquiry();
  let runs = true;
  const leaveOff = () => {
    if (runs && !inquiry.review.runs) room.send({ do: "leave_off", what: "review" });
    runs = false;
  };
  const remove = () => {
    leaveOff();
    card.remove();
  };
  if (room.isLeft) return card.remove();
  room.ending.signal.addEventListener("abort", remove);
  inquiry.curve = ({ whole, set, over }) => {
    scene.take({ whole, set });
    const about = scene.get("graph");
    const turns = scene.row("point").map(([, turn]) => turn);
    if (about) {
      graph.setAttribute("viewBox", about.box.join(" "));
      graph.setAttribute("role", "img"); // no sooner: a picture has a name
      graph.setAttribute("aria-label", about.name);
      draw(frame, about.markup);
    }
    draw(points, turns.map(({ markup }) => markup).join(""));
    if (!turns.length) {
      if (over) card.remove(); // nothing was played that could be judged
      return;
    }
    if (!over && turns.length !== scene.get("progress")?.all) return;
    const { at, turn, words: why, mark } = turningOf(turns);
    inquiry.turning = at;
    write(words, mark ? say("turned_at", { turn, why }) : say("never_turned"));
    leaveOff();
  };
  const answer = await room.send({ do: "review" });
  if (answer.refused) card.remove();
}
