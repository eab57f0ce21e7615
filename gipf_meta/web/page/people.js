/** The others at a table of a host: who is here, which seats are free, whom all wait for. Loaded when first needed. */

import { ask } from "./dialogs.js";
import { byId, el, keyOf, write } from "./scene.js";
import { say } from "./words.js";

/** @typedef {import("./room.js").Room} Room */

/** What can be done at a free seat, and how that is called. */
const AT_SEAT = ["sit", "invite"];

/** Shows the others in a room. @param {Room} room */
export function showPeople(room) {
  if (room.isLeft) return;
  const { scene } = room;
  const here = scene.get("here");
  for (const item of document.querySelectorAll(".players > li")) {
    const n = keyOf(item);
    const player = /** @type {Wire.PlayerElement} */ (scene.get(`player:${n}`));
    const isAway = Boolean(here && player.kind === "human" && !player.free && !here.players.includes(Number(n)));
    item.classList.toggle("away", isAway);
    item.classList.toggle("free", Boolean(player.free));
    const [, names] = item.children;
    const said = names.querySelector(".there") ?? names.appendChild(el("small", { class: "there" }));
    write(said, player.free ? say("seat_free") : isAway ? say("away") : player.ready ? say("is_ready") : "");
    showLag(room, item, player);
    showButton(room, item, n, Boolean(player.free), isAway && Boolean(scene.get("may")?.reseat?.includes(Number(n))));
  }
  const watching = here?.watchers ? [say("watchers", { count: here.watchers })] : [];
  showLines([...(scene.get("state")?.waiting ?? []), ...watching]);
}

/**
 * The button at a free seat: to invite somebody to it, or to sit down there; at that of somebody who is away: to give it a new link.
 * @param {Room} room @param {Element} item @param {string} n @param {boolean} isFree @param {boolean} isLeft
 */
function showButton(room, item, n, isFree, isLeft) {
  const deed = isLeft ? "reseat" : (isFree && AT_SEAT.find((one) => room.may(one))) || "";
  const before = /** @type {HTMLButtonElement | null} */ (item.querySelector(":scope > button"));
  if (before?.value === deed) return;
  before?.remove();
  if (!deed) return;
  const click = async () => {
    if (deed !== "sit") (await import("./invite.js")).invite(room, n);
    else room.command({ do: "sit", player: Number(n) });
  };
  item.append(el("button", { type: "button", value: deed, class: deed !== "reseat" && "primary", click }, say(deed)));
}

/** How long the reader's line takes, where time runs. @param {Room} room @param {Element} item @param {Wire.PlayerElement} player */
function showLag({ line, scene }, item, player) {
  const isTimed = player.clock_ms !== undefined || scene.of("countdown").length;
  const place = item.querySelector(".lag");
  if (!player.you || !isTimed || line.lag === undefined) place?.remove();
  else write(place ?? item.appendChild(el("small", { class: "lag" })), say("lag", { ms: line.lag }));
}

/** Says below what is asked whom all wait for. @param {string[]} lines */
function showLines(lines) {
  let place = byId("waiting");
  if (!place) byId("prompt").after((place = el("p", { id: "waiting", role: "status" })));
  place.hidden = !lines.length;
  write(place, lines.join("\n"));
}

/** Asks whether the reader leaves the match for good, and does so. @param {Room} room */
export async function leaveMatch(room) {
  const answer = await ask("leave", {
    title: say("leave_title"), lines: [say("leave_words")], buttons: [["yes", say("yes_leave")], ["", say("no")]],
  });
  if (!answer) return;
  const { refused } = await room.command({ do: "leave" });
  if (!refused) room.page.go("");
}
