/** What the reader has decided in advance, beside the match: a move for his next turn, or a plan as sentences. Loaded when first needed. */

import { byId, el, keyed, write } from "./scene.js";
import { say } from "./words.js";

/** @typedef {import("./room.js").Room} Room */
/** @typedef {Wire.PlanLine} Node */

/** Shows what waits for the reader's turn, or was impossible in it. @param {Room} room */
export function showPlanned(room) {
  if (room.isLeft) return;
  const premove = room.scene.get("premove");
  const [words, button] = byId("premove").children;
  byId("premove").hidden = !premove;
  write(words, premove?.words ?? "");
  button.hidden = !premove?.waits;
  button.onclick = () => room.typing.withdraw();
  showPlan(room, room.scene.get("plan"));
}

/** @param {Room} room @param {Wire.PlanElement | undefined} plan */
function showPlan(room, plan) {
  const card = document.getElementById("plan") ?? (plan && make(room));
  if (!card) return;
  const [state, list, row] = /** @type {HTMLElement[]} */ ([...card.children]);
  card.hidden = !plan;
  row.hidden = !plan?.waits;
  const ways = plan?.waits ? waysOf(plan.lines) : [];
  write(state, plan?.waits ? say("plan_waits") : plan?.words.join(" ") ?? "");
  const sentences = plan?.waits ? plan.words : [];
  keyed(list, sentences.map((words) => [words, words]), () => el("li", { class: "row" }, el("span"), el("button", { type: "button", class: "quiet" }, "×")), (item, words) => {
    const [said, away] = /** @type {HTMLButtonElement[]} */ ([...item.children]);
    const way = ways.length === sentences.length ? ways[sentences.indexOf(words)] : undefined;
    write(said, words);
    away.hidden = !way || plan?.depth !== room.scene.get("state")?.depth;
    away.title = away.ariaLabel = say("drop_line", { words });
    away.onclick = () => way && plan && command(room, without(plan.lines, way));
  });
}

/** @param {Room} room */
function make(room) {
  const card = el("section", { id: "plan", class: "card", "aria-label": say("your_plan") },
    el("p", { role: "status" }), el("ul"),
    el("div", { class: "row" },
      el("button", { type: "button", class: "quiet", click: () => command(room, []) }, say("drop_plan"))));
  room.ending.signal.addEventListener("abort", () => card.remove());
  byId("replay").before(card);
  return card;
}

/** Replaces the plan by other lines; none: withdraws it. @param {Room} room @param {Node[]} lines */
export function command(room, lines) {
  return room.command({ do: "plan", lines: lines.map(bare) });
}

/** A node as it is sent. @param {Node} node @returns {any} */
const bare = ({ do: text, then }) => ({ do: text, then: then.map(bare) });

/** The ways down a tree, each to its last decision. @param {Node[]} nodes @returns {(string | null)[][]} */
const waysOf = (nodes) => nodes.flatMap(({ do: text, then }) => (then.length ? waysOf(then).map((way) => [text, ...way]) : [[text]]));

/** A tree without the end of a way, back to where other ways leave it. @param {Node[]} nodes @param {(string | null)[]} way @returns {Node[]} */
function without(nodes, [text, ...rest]) {
  return nodes.flatMap((node) => {
    if (node.do !== text) return [node];
    const then = rest.length ? without(node.then, rest) : [];
    return then.length ? [{ ...node, then }] : [];
  });
}
