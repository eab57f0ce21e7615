/** What is written beside the turn of a study, and what else is done to it. Loaded when first needed. */

import { byId, el, write } from "./scene.js";
import { say } from "./words.js";

/** What a turn may be worth. */
const SIGNS = ["", "!!", "!", "!?", "?!", "?", "??"];
/** The turn of a card, and the last event that was known when it stood there: whoever shapes the tree meanwhile gives turns other names. @type {WeakMap<HTMLElement, {at: string, seen: number}>} */
const ofTurn = new WeakMap();

/** Shows what is written beside the turn at which all stand; who is writing stays with his turn until he has done. @param {import("./room.js").Room} room */
export function showStudy(room) {
  const { scene } = room;
  const tree = scene.get("tree");
  if (room.isLeft || !tree) return;
  const { at = "", part } = scene.get("stand") ?? {};
  const turn = scene.get(`tree:${at}`);
  const card = /** @type {HTMLElement} */ (document.getElementById("study") ?? make(room));
  const [where, signs, comment, promote, cut, restore, again] = /** @type {any[]} */ ([...card.querySelectorAll("p, select, textarea, button")]);
  restore.disabled = !room.may("restore");
  again.disabled = !room.may("change_again");
  const isHere = document.activeElement === comment;
  if (isHere && comment.value !== comment.defaultValue) return; // he has not done
  const drawn = ((at ? turn : tree)?.marks ?? []).map((places) => places.join(" → ")).join(", ");
  write(where, `${turn ? `${at} ${turn.text}${part ? ` – ${part}` : ""}` : say("first")}${drawn && ` – ${say("marked", { places: drawn })}`}`);
  room.toOwnSigns().then((own) => own.draw());
  const stays = isHere && ofTurn.get(card)?.at === at;
  ofTurn.set(card, { at, seen: scene.number });
  if (!stays && !comment.matches("[aria-invalid], [aria-busy]")) comment.defaultValue = comment.value = turn?.comment ?? (at ? "" : tree.comment);
  const all = new Set([...SIGNS, turn?.signs ?? ""]);
  signs.replaceChildren(...[...all].map((sign) => el("option", { value: sign, selected: sign === (turn?.signs ?? "") }, sign || "–")));
  signs.disabled = cut.disabled = !at;
  promote.disabled = !at.includes(".");
}

/** @param {import("./room.js").Room} room @returns {HTMLElement} */
function make(room) {
  /** @type {HTMLElement} */
  const card = el("section", { id: "study", class: "card", "aria-label": say("study") });
  const at = () => ofTurn.get(card) ?? { at: "" };
  /** Writes a comment; one that comes too late stays in the field until it is written or taken away. @param {HTMLTextAreaElement} field */
  const comment = async (field) => {
    const wasLate = field.hasAttribute("aria-invalid");
    const text = (field.defaultValue = field.value);
    field.removeAttribute("aria-invalid");
    if (wasLate && !text) return showStudy(room);
    field.setAttribute("aria-busy", "true"); // a scene that comes before the answer leaves it alone
    const { refused } = await room.command({ do: "write_beside", ...at(), comment: text });
    field.removeAttribute("aria-busy");
    if (refused && text) field.setAttribute("aria-invalid", "true");
    showStudy(room);
  };
  card.append(
    el("p", { role: "status" }),
    el("select", { "aria-label": say("signs"), change: ({ target }) => room.command({ do: "write_beside", ...at(), signs: target.value }) }),
    el("textarea", { "aria-label": say("comment"), placeholder: say("comment"), rows: 2, change: ({ target }) => comment(target) }),
    el("div", { class: "row" },
      el("button", { type: "button", click: () => room.command({ do: "promote", ...at() }) }, say("promote")),
      el("button", { type: "button", click: () => room.command({ do: "delete_turn", ...at() }) }, say("delete_turn")),
      el("button", { type: "button", click: () => room.command({ do: "restore" }) }, say("restore")),
      el("button", { type: "button", click: () => room.command({ do: "change_again" }) }, say("change_again"))),
  );
  byId("asking").append(card);
  return card;
}
