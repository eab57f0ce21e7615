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
  const free = room.scene.row("player").filter(([n, player]) => (only ? only === n : player.free)).map(([n]) => n);
  const isTaken = Boolean(only && !room.scene.get(`player:${only}`)?.free);
  const kinds = isTaken ? free : [...free, WATCH];
  const keys = await Promise.all(kinds.map((kind) => keyOf(room, kind)));
  if (room.isLeft) return;
  const fields = kinds.flatMap((kind, n) => {
    const key = keys[n];
    if (!key) return [];
    const seat = room.scene.get(`player:${kind}`)?.seat_name ?? "";
    const toEnter = room.scene.get("tree") ? say("link_to_study") : say("link_to_watch");
    const label = kind === WATCH ? toEnter : say("link_to_play", { seat });
    return [linkField(`link-${kind}`, label, addressOf(`enter/${room.id}/${key}`))];
  });
  if (fields.length) await ask("invite", { title: say(isTaken ? "reseat" : "invite"), lines: [say(isTaken ? "reseat_words" : "invite_words")], inside: el("div", {}, ...fields), buttons: [["", say("done")]] });
}

/** The key of an invitation: the one that is out already, or a new one; "" if the room refuses it. @param {Room} room @param {string} kind */
async function keyOf(room, kind) {
  const { invited } = /** @type {Wire.MayElement} */ (room.scene.get("may"));
  const player = kind === WATCH ? null : Number(kind);
  const kept = read()[room.id]?.[kind];
  if (kept && invited?.includes(player)) return kept;
  const key = newKey();
  const { refused } = await room.command({ do: "invite", player, key });
  if (refused) return "";
  keep(room.id, kind, key);
  return key;
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
