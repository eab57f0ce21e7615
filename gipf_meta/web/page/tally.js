/** The bot of a match that has ended: its face beside the result, what the reader has won and lost against it, and whom he could meet next. */

import { byId, el, picture } from "./scene.js";

/** The place for what comes. @type {HTMLElement | undefined} */
let place;
/** @type {import("./room.js").Room} */
let room;

/** Shows the face of the bot that speaks. @param {import("./room.js").Room} at */
export function showFace({ scene }) {
  const words = byId("result").firstElementChild;
  const [face] = scene.of("face").filter(([, { line }]) => line);
  if (face && words?.firstChild && !words.querySelector(".face")) words.prepend(el("span", { class: "face" }, /** @type {any} */ (picture(face[1]))));
}

/** Asks for the results, where the reader has played against one bot. @param {import("./room.js").Room} asking */
export function askTally(asking) {
  room = asking;
  const players = room.scene.of("player").map(([, player]) => player);
  const bots = players.filter(({ bot }) => bot);
  if (players.length !== 2 || bots.length !== 1 || !players.some(({ you }) => you)) return;
  remove();
  place = el("div", { id: "tally" });
  byId("result").lastElementChild?.before(place);
  room.ending.signal.addEventListener("abort", remove);
  room.line.ask({ do: "open", screen: "tally", about: { game: String(room.scene.get("state")?.game), bot: bots[0].kind } });
}

/** Shows them. @param {Wire.TallyBody} tally */
export function showTally({ words, text, do: begin }) {
  if (!place || room.isLeft) return;
  place.replaceChildren(el("p", {}, words), ...(begin ? [el("button", { type: "button", click: () => room.line.ask(/** @type {any} */ (begin)) }, text ?? "")] : []));
}

const remove = () => place?.remove();
