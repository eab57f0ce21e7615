/** Invitations to a match: a link to play and a link to watch. Loaded when first needed. */

import { ask } from "./dialogs.js";
import { addressOf, linkField } from "./linking.js";
import { el } from "./scene.js";
import { say } from "./words.js";

/** @typedef {import("./room.js").Room} Room */
/** The kind of invitation to watch; the others are the numbers of players. */
const WATCH = "watch";
const KEPT = "gipf_meta-invited";
/** In how many rooms the keys of invitations are remembered. */
const MOST_ROOMS = 50;

/** @typedef {Record<string, string>} Keys by player, or `watch` */

/**
 * Invites to the free seats of a room, or to one seat, and to watch. That seat may be one whose person has gone.
 * @param {Room} room @param {string} [only] a player
 */
export async function invite(room, only) {
  const isTaken = only && !room.scene.get(`player:${only}`)?.free;
  const free = only ? [only] : room.scene.row("player").flatMap(([n, player]) => (player.free ? n : []));
  const kinds = isTaken ? free : [...free, WATCH];
  const fields = await Promise.all(kinds.map((kind) => fieldOf(room, kind)));
  const inside = el("div", {}, ...fields);
  if (!room.isLeft && inside.firstElementChild) await ask("invite", { title: say(isTaken ? "reseat" : "invite"), lines: [say(isTaken ? "reseat_words" : "invite_words")], inside, buttons: [["", say("done")]] });
}

/** The link of an invitation, and a button that takes it back; "" if the room refuses it. @param {Room} room @param {string} kind */
async function fieldOf(room, kind) {
  const player = kind === WATCH ? null : Number(kind);
  let key = room.scene.get("may")?.invited?.includes(player) && read()[room.id]?.[kind];
  if (!key) {
    key = newKey();
    if ((await room.command({ do: "invite", player, key })).refused) return "";
    keep(room.id, kind, key);
  }
  const toEnter = room.scene.get("tree") ? say("link_to_study") : say("link_to_watch");
  const label = player === null ? toEnter : say("link_to_play", { seat: room.scene.get(`player:${kind}`)?.seat_name ?? "" });
  const field = linkField(`link-${kind}`, label, addressOf(`enter/${room.id}/${key}`));
  const click = async () => (await room.command({ do: "uninvite", player })).refused || field.remove();
  if (room.may("uninvite")) field.children[1].append(el("button", { type: "button", click }, say("uninvite")));
  return field;
}

/** 128 random bits and some more, as letters of an address. */
export function newKey() {
  const letters = String.fromCharCode(...crypto.getRandomValues(new Uint8Array(18)));
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_");
}

/** The keys that the browser keeps, by room. @returns {Record<string, Keys>} */
function read() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "{}");
  } catch {
    return {};
  }
}

/** @param {string} room @param {string} kind @param {string} key */
function keep(room, kind, key) {
  const { [room]: known, ...others } = read();
  const rooms = [...Object.entries(others), [room, { ...known, [kind]: key }]];
  try {
    localStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(rooms.slice(-MOST_ROOMS))));
  } catch {
    // the link is shown all the same
  }
}
