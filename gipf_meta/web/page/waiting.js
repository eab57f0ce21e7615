/** The way from one match of days to the next that waits for the reader. Loaded with what only hosts need. */

import { byId, el, write } from "./scene.js";
import { sound } from "./sound.js";
import { say } from "./words.js";

/** @typedef {import("./room.js").Room} Room */

/** The scene for which the host was asked last, and its room. */
let asked = "";
/** @type {Room | undefined} */ let asker;

/** In a match of days, after the reader's own move: asks how much else waits for him. @param {Room} room */
export function askForNext(room) {
  const { scene } = room;
  const players = scene.of("player").map(([, player]) => player);
  const isOver = scene.get("over");
  const isDue = players.some(({ you, due }) => you && due) && !isOver;
  const isSlow = isOver || players.some(({ flag_ms }) => flag_ms !== undefined);
  const now = `${room.id} ${scene.number} ${isDue}`;
  if (isDue || !isSlow || !players.some(({ you }) => you)) byId("next")?.remove();
  else if (now !== asked || room !== asker) room.line.ask({ do: "open", screen: "next", about: { room: room.id } });
  [asked, asker] = [now, room];
}

/** How long the other tabs are silent after one was heard, ms. */
const RUNG_MS = 2000;
/** How many matches wait for the reader; while he is at a board, how many others. */
let waits = 0;
/** Keeps the number in the title of the window, whoever writes it. */
const titles = new MutationObserver(entitle);

/** Asks to be told what waits, from now on. @param {import("./line.js").Line} line */
export function follow(line) {
  titles.observe(/** @type {Node} */ (document.querySelector("title")), { childList: true });
  line.ask({ do: "open", screen: "waiting", about: { follow: "yes" } });
}

function entitle() {
  const bare = document.title.replace(/^\(\d+\+?\) /, "");
  const title = waits ? `(${waits > 99 ? "99+" : waits}) ${bare}` : bare;
  if (title !== document.title) document.title = title;
}

/** Takes what the host says of what waits: in a hidden tab something new is heard. @param {Room | null} room @param {Wire.Told} told */
export function hearWaiting(room, { waiting, follows, count = 0, awaits }) {
  if (waiting) return showNext(room, waiting);
  if (!follows && !awaits) return;
  waits = awaits?.count ?? count;
  entitle();
  if (awaits?.waits.length && document.hidden) ring();
}

/** Is heard, unless another tab was just now. A tab in which nobody has done anything yet cannot be; by http none knows of others. */
function ring() {
  if (!navigator.userActivation?.hasBeenActive) return;
  const play = () => sound.play("turn");
  if (!navigator.locks) return play();
  navigator.locks.request("rung", { ifAvailable: true }, (held) => held && new Promise((done) => {
    play();
    setTimeout(done, RUNG_MS);
  }));
}

/** Shows how much else waits, as a button that leads there. @param {Room | null} room @param {Wire.WaitingBody} waiting */
function showNext(room, { count, words }) {
  if (!room || room.isLeft || !count) return byId("next")?.remove();
  let button = byId("next");
  if (!button) {
    const about = { id: "next", type: "button", "aria-keyshortcuts": "J", click: () => goNext(room) };
    byId("path").before((button = el("button", about)));
    room.ending.signal.addEventListener("abort", () => byId("next")?.remove());
  }
  write(button, words);
}

/** Goes to the next match that waits, unless a move is begun here: nothing of it is lost. @param {Room} room */
export async function goNext(room) {
  if (room.asking.decision.path.length) return room.tell(say("begun_here"));
  const { refused, why } = await room.line.ask({ do: "submit", screen: "next", about: { room: room.id } });
  if (refused) room.tell(why);
}
