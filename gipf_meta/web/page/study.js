/** What is written beside the turn of a study, and what else is done to it. Loaded when first needed. */

import { byId, el, write } from "./scene.js";
import { say } from "./words.js";

/** What a turn may be worth. */
const SIGNS = ["", "!!", "!", "!?", "?!", "?", "??"];
/** @type {WeakMap<HTMLElement, string>} */
const ofTurn = new WeakMap();

/** Shows what is written beside the turn at which all stand; who is writing stays with his turn until he has done. @param {import("./room.js").Room} room */
export function showStudy(room) {
  const tree = room.scene.get("tree");
  if (room.isLeft || !tree) return;
  const { at = "", part } = room.scene.get("stand") ?? {};
  const turn = tree.rows.find((row) => row.at === at);
  const card = /** @type {HTMLElement} */ (document.getElementById("study") ?? make(room));
  const [where, signs, comment, promote, cut] = /** @type {any[]} */ ([...card.querySelectorAll("p, select, textarea, button")]);
  const isWriting = document.activeElement === comment && comment.value !== comment.defaultValue;
  if (isWriting && ofTurn.get(card) !== at) return; // somebody else has walked on
  write(where, turn ? `${at} ${turn.text}${part ? ` – ${part}` : ""}` : say("first"));
  const isHere = ofTurn.get(card) === at && document.activeElement === comment;
  ofTurn.set(card, at);
  if (!isHere) comment.defaultValue = comment.value = turn?.comment ?? (at ? "" : tree.comment);
  const all = new Set([...SIGNS, turn?.signs ?? ""]);
  signs.replaceChildren(...[...all].map((sign) => el("option", { value: sign, selected: sign === (turn?.signs ?? "") }, sign || "–")));
  signs.disabled = cut.disabled = !at;
  promote.disabled = !at.includes(".");
}

/** @param {import("./room.js").Room} room @returns {HTMLElement} */
function make(room) {
  /** @type {HTMLElement} */
  const card = el("section", { id: "study", class: "card", "aria-label": say("study") });
  const at = () => String(ofTurn.get(card) ?? "");
  /** @param {{signs?: string, comment?: string}} said */
  const write = (said) => room.command({ do: "write_beside", at: at(), ...said });
  card.append(
    el("p", { role: "status" }),
    el("select", { "aria-label": say("signs"), change: ({ target }) => write({ signs: target.value }) }),
    el("textarea", { "aria-label": say("comment"), placeholder: say("comment"), rows: 2, change: ({ target }) => write({ comment: target.value }) }),
    el("div", { class: "row" },
      el("button", { type: "button", click: () => room.command({ do: "promote", at: at() }) }, say("promote")),
      el("button", { type: "button", click: () => room.command({ do: "delete_turn", at: at() }) }, say("delete_turn"))),
  );
  byId("asking").append(card);
  return card;
}
