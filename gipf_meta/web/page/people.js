/** The others at a table of a host: who is here, which seats are free, whom all wait for. Loaded when first needed. */

import { dayAndHour } from "./dates.js";
import { ask, shut } from "./dialogs.js";
import { showOffer } from "./hours.js";
import { me, site } from "./identity.js";
import { digits } from "./sand.js";
import { attribute, byId, el, keyOf, write } from "./scene.js";
import { askForNext } from "./waiting.js";
import { say } from "./words.js";

/** @typedef {import("./room.js").Room} Room */

/** By how much the time of the host is ahead of this page's, ms. */
let ahead = -Infinity;
/** @type {number | undefined} */ let timer;

/** Shows the others in a room; again in a second, as long as something counts down. @param {Room} room */
export function showPeople(room) {
  clearTimeout(timer);
  if (room.isLeft) return;
  const { scene } = room;
  const here = scene.get("here");
  ahead = Math.max(ahead, scene.at - performance.now());
  const left = (/** @type {number | undefined} */ ms) => (ms ?? 0) - performance.now() - ahead;
  let isCounting = false;
  const count = (/** @type {number | undefined} */ ms, /** @type {(time: string) => string} */ words) => {
    if (left(ms) <= 0) return "";
    isCounting = true;
    return words(digits(left(ms), false));
  };
  if (!scene.of("claim").length) shut("claim");
  for (const item of document.querySelectorAll(".players > li")) {
    const n = keyOf(item);
    const player = /** @type {Wire.PlayerElement} */ (scene.get(`player:${n}`));
    const claim = scene.get(`claim:${n}`);
    const isAway = Boolean(here && player.kind === "human" && !player.free && !here.players.includes(Number(n)));
    item.classList.toggle("away", isAway);
    item.classList.toggle("free", Boolean(player.free));
    const names = /** @type {Element} */ (item.querySelector(".name"));
    const said = names.querySelector(".there") ?? names.appendChild(el("small", { class: "there" }));
    write(said, player.free ? say("seat_free") : isAway ? say("away") : player.ready ? say("is_ready") : "");
    showLag(room, item, player);
    showUntil(item, player);
    showWho(room, names, n, player);
    const declines = room.may("uninvite") && !room.may("invite") ? ["uninvite"] : []; // he is asked by name
    const free = room.may("sit") ? ["sit", ...declines] : room.may("invite") ? ["invite"] : [];
    const isLeft = isAway && scene.get("may")?.reseat?.includes(Number(n));
    const lost = isAway && me.secret && !scene.of("player").some(([, { you }]) => you) ? ["come_back"] : [];
    showButtons(room, item, n, [...(claim && left(claim.from_ms) <= 0 ? ["claim"] : []), ...(player.free ? free : isLeft ? ["reseat"] : lost)]);
  }
  const watching = here?.watchers ? [say("watchers", { count: here.watchers })] : [];
  const { waiting = [], goes_on_ms, hour_ms } = scene.get("state") ?? {};
  const claims = scene.of("claim").map(([n, { from_ms }]) => {
    const name = scene.get(`player:${n}`)?.name ?? "";
    return count(from_ms, (time) => say("claim_in", { name, time })) || say("claim_now", { name });
  });
  const until = [hour_ms ? say("live_at", { date: dayAndHour(hour_ms) }) : "", count(goes_on_ms, (time) => say("goes_on_in", { time })), ...claims];
  showLines([...waiting, ...watching], until.filter(Boolean).join("\n"));
  showOffer(room);
  askForNext(room);
  if (isCounting) timer = setTimeout(() => showPeople(room), 1000);
}

/**
 * The buttons at a seat: to invite somebody to it, or to sit down there; at that of somebody who is away: to give it a new link, to go on without
 * him, or, for who only watches, to come back as him.
 * @param {Room} room @param {Element} item @param {string} n @param {string[]} deeds
 */
function showButtons(room, item, n, deeds) {
  const before = /** @type {HTMLButtonElement[]} */ ([...item.querySelectorAll(":scope > button")]);
  if (before.map(({ value }) => value).join() === deeds.join()) return;
  before.forEach((one) => one.remove());
  const click = async (/** @type {string} */ deed) => {
    if (deed === "claim") claim(room, n);
    else if (deed === "come_back") room.page.go("screen/sign_in");
    else if (deed === "uninvite") room.command({ do: deed, player: Number(n) });
    else if (deed !== "sit") (await import("./invite.js")).invite(room, n);
    else room.command({ do: "sit", player: Number(n) });
  };
  const words = /** @type {Record<string, string>} */ ({ sit: say("sit"), reseat: say("reseat"), invite: say("invite"), uninvite: say("decline"), claim: say("claim"), come_back: say("that_is_me") });
  item.append(...deeds.map((deed) => el("button", { type: "button", value: deed, class: !/reseat|come_back|uninvite/.test(deed) && "primary", click: () => click(deed) }, words[deed])));
}

/** Has the name of another person lead to what he shows of himself. @param {Room} room @param {Element} names @param {string} n @param {Wire.PlayerElement} player */
function showWho(room, names, n, { kind, you, free }) {
  const name = /** @type {HTMLElement} */ (names.firstElementChild);
  const isSomebody = Boolean(site.address && kind === "human" && !you && !free);
  if (name.classList.contains("who") === isSomebody) return;
  name.classList.toggle("who", isSomebody);
  attribute(name, "role", isSomebody ? "link" : null);
  attribute(name, "tabindex", isSomebody ? "0" : null);
  name.onclick = isSomebody ? () => room.page.go(`screen/profile/${encodeURIComponent(JSON.stringify({ room: room.id, player: n }))}`) : null;
  name.onkeydown = isSomebody ? ({ key }) => key === "Enter" && name.click() : null;
}

/** Asks what becomes of the match without somebody who is away, the first of them if nobody is named, and does so. @param {Room} room @param {string} named */
export async function claim(room, named) {
  const n = named || room.scene.of("claim")[0]?.[0] || room.scene.row("player").find(([, { you }]) => !you)?.[0];
  const question = room.scene.get(`claim:${n}`);
  if (!question) return void room.command({ do: "claim", player: Number(n) });
  const { title, words, answers } = question;
  const [player, kind] = [Number(n), await ask("claim", { title, lines: [words], buttons: answers })];
  if (kind === "claim") room.command({ do: "claim", player });
  else if (kind && kind !== "no") room.command({ do: "seat", player, kind });
}

/** How long the reader's line takes, where time runs. @param {Room} room @param {Element} item @param {Wire.PlayerElement} player */
function showLag({ line, scene }, item, player) {
  const isTimed = player.clock_ms !== undefined || scene.of("countdown").length;
  const place = item.querySelector(".lag");
  if (!player.you || !isTimed || line.lag === undefined) place?.remove();
  else write(place ?? item.appendChild(el("small", { class: "lag" })), say("lag", { ms: line.lag }));
}

/** Until when a player has time whose clock gives him days. @param {Element} item @param {Wire.PlayerElement} player */
function showUntil(item, { flag_ms }) {
  const place = item.querySelector(".until");
  if (flag_ms === undefined) place?.remove();
  else write(place ?? item.appendChild(el("small", { class: "until" })), say("until", { date: dayAndHour(flag_ms) }));
}

/** Says below what is asked whom all wait for, and until when. @param {string[]} lines @param {string} until */
function showLines(lines, until) {
  let place = byId("waiting");
  if (!place) byId("prompt").after((place = el("div", { id: "waiting" }, el("p"), el("p", { role: "status" }))));
  const words = [until, lines.join("\n")];
  place.hidden = !words.join("");
  [...place.children].forEach((part, n) => {
    part.hidden = !words[n];
    write(part, words[n]);
  });
}

/** Asks whether the reader leaves the match for good, and does so. @param {Room} room */
export async function leaveMatch(room) {
  const answer = await ask("leave", {
    title: say("leave_title"), lines: [say("leave_words")], buttons: [["yes", say("yes_leave")], ["", say("cancel")]],
  });
  if (!answer) return;
  const { refused } = await room.command({ do: "leave" });
  if (!refused) room.page.go("");
}
