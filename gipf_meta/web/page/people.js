/** The people at a table of a host: who is here, which seats are free. Loaded when first needed. */

import { ask } from "./dialogs.js";
import { byId, el, keyOf } from "./scene.js";
import { say } from "./words.js";

/** @typedef {import("./room.js").Room} Room */

/** Shows who is here, beside the players. @param {Room} room */
export function showPeople(room) {
  if (room.isLeft) return;
  const here = room.scene.get("here");
  for (const item of byId("players").children) {
    const n = keyOf(item);
    const player = room.scene.get(`player:${n}`) ?? {};
    const isAway = here && player.kind === "human" && !player.free && !here.players.includes(Number(n));
    item.classList.toggle("away", Boolean(isAway));
    item.classList.toggle("free", Boolean(player.free));
    const [, names] = item.children;
    let said = item.querySelector(".there");
    said ??= names.appendChild(el("small", { class: "there" }));
    const words = player.free ? say("seat_free") : isAway ? say("away") : player.is_ready ? say("is_ready") : "";
    if (said.textContent !== words) said.textContent = words;
    showButton(room, item, n, Boolean(player.free));
  }
  showWatchers(here?.watchers ?? 0);
}

/** The button at a free seat: to invite somebody to it, or to sit down there. @param {Room} room @param {Element} item @param {string} n @param {boolean} isFree */
function showButton(room, item, n, isFree) {
  const deed = !isFree ? "" : room.may("invite") ? "invite" : room.may("sit") ? "sit" : "";
  const before = /** @type {HTMLButtonElement | null} */ (item.querySelector("button"));
  if (before?.value === deed) return;
  before?.remove();
  if (!deed) return;
  const click = async () => {
    if (deed === "invite") (await import("./invite.js")).invite(room, n);
    else room.command({ do: "sit", player: Number(n) });
  };
  item.append(el("button", { type: "button", value: deed, class: "primary", click }, deed === "sit" ? say("sit") : say("invite")));
}

/** @param {number} count */
function showWatchers(count) {
  let line = byId("watchers");
  if (!line && !count) return;
  if (!line) byId("players").after((line = el("p", { id: "watchers" })));
  line.hidden = !count;
  line.textContent = say("watchers", { count });
}

/** Asks whether the reader gives up his seat, and does so. @param {Room} room */
export async function standUp(room) {
  const answer = await ask("stand_up", {
    title: say("stand_up_title"), lines: [say("stand_up_words")], buttons: [["yes", say("yes_stand_up")], ["", say("no")]],
  });
  if (!answer) return;
  const { refused } = await room.command({ do: "leave" });
  if (!refused) room.page.go("");
}
