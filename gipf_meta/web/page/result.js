/** How the match ended, and what may come next: beside the board, on which the last move is seen. Loaded when first needed. */

import { deafen } from "./dialogs.js";
import { lead } from "./fitting.js";
import { me } from "./identity.js";
import { byId, el } from "./scene.js";
import { say } from "./words.js";

/** What leads on from a result where the reader looks at the board already. */
const ELSEWHERE = ["look"];

/** Shows how the match ended, if it has still ended. It is read out and takes nothing from the reader. @param {import("./room.js").Room} room @param {boolean} comes whether it has ended just now */
export function showResult(room, comes) {
  const over = room.replay.isOpen ? undefined : room.scene.get("over");
  const [words, buttons] = /** @type {HTMLElement[]} */ ([byId("result").firstElementChild, byId("result").lastElementChild]);
  if (!over) return;
  const sentences = [...room.lines(), ...over.words.split("\n").filter((line) => line && line !== over.title)];
  if (words.textContent !== [over.title, ...sentences].join("")) words.replaceChildren(heading(over), ...sentences.map((line) => el("p", {}, line)));
  const answers = over.answers.filter(([deed]) => !ELSEWHERE.includes(deed) && (deed !== "rematch" || room.may(deed)));
  if (room.may("analyse")) {
    answers.splice(answers[0][0] === "rematch" ? 1 : 0, 0, ["turned", say("turned")]);
    if (comes) import("./curve.js").then(({ showCurve }) => showCurve(room), () => {}); // the server may be away
  }
  import("./tally.js").then(({ showFace, askTally }) => (showFace(room), comes && askTally(room)), () => {});
  if (room.may("study")) answers.splice(-1, 0, ["study", say("study")]);
  const isSame = answers.map(([deed]) => deed).join() === [...buttons.children].map((one) => /** @type {HTMLButtonElement} */ (one).value).join();
  if (isSame) return;
  buttons.replaceChildren(...answers.map(([deed, text], n) => el("button", { type: "button", value: deed, class: !n && "primary", click: () => room.deeds.do(deed) }, deed === "leave" ? room.page.wayBack() : text)));
  if (comes) deafen(buttons);
  if (comes && me.secret) room.line.ask({ do: "open", screen: "seat_hint" }); // how to keep it
}

/** Who has won, large, and why. @param {Wire.EndElement} over */
function heading({ title, head }) {
  return title.startsWith(head) ? el("h2", {}, el("b", {}, head), el("span", {}, title.slice(head.length))) : el("h2", {}, title);
}

/** Leads the keys to what may come next. */
export function focusResult() {
  lead(byId("result").querySelector("button"));
}
