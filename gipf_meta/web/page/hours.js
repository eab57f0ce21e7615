/** The hour at which a duel in a match of days is played live: offered in the reader's own zone. Loaded with what only hosts need. */

import { dayAndHour } from "./dates.js";
import { ask } from "./dialogs.js";
import { byId, el, write } from "./scene.js";
import { say } from "./words.js";

/** @typedef {import("./room.js").Room} Room */

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** How far ahead an hour is, at least and at most, ms. */
const [SOONEST_MS, LATEST_MS] = [11 * MINUTE_MS, 30 * DAY_MS - MINUTE_MS];
/** The hour that is proposed: tomorrow evening. */
const EVENING = 20;
const CLOCKS = ["10m+5s", "5m+3s", "15m+10s", "30s/turn"];

/** A moment as a field for day and hour has it, in the zone of the reader. @param {number} at_ms */
const written = (at_ms) => new Date(at_ms - new Date(at_ms).getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16);

/** Asks for an hour, and offers it to the others. @param {Room} room */
export async function askForHour(room) {
  const { hour_ms, hour_clock } = room.scene.get("state") ?? {};
  const now = Date.now();
  const evening = new Date(now + DAY_MS).setHours(EVENING, 0, 0, 0);
  const about = { id: "hour", type: "datetime-local", required: true, min: written(now + SOONEST_MS), max: written(now + LATEST_MS), value: written(hour_ms ?? evening), "aria-describedby": "hour-zone" };
  const field = el("input", about);
  const zone = el("small", { id: "hour-zone", role: "status" });
  const at_ms = () => Number(new Date(field.value));
  const explain = () => write(zone, at_ms() ? dayAndHour(at_ms()) : "");
  field.oninput = explain;
  explain();
  const clock = el("select", { id: "hour-clock" }, ...CLOCKS.map((value) => el("option", { value }, value)));
  const inside = el("div", { class: "link" }, el("label", { for: field.id }, say("hour")), field, zone,
    ...(hour_clock === "none" ? [] : [el("label", { for: clock.id }, say("live_clock")), clock]));
  const instead = /** @type {[string, string][]} */ (hour_ms && hour_clock !== "none" ? [["days", say("not_live")]] : []);
  const answer = await ask("hour", { title: say("live_title"), inside, buttons: [["", say("cancel")], ...instead, ["yes", say("ask_live")]] });
  if (answer === "days") room.command({ do: "live", at_ms: null });
  else if (answer && at_ms()) room.command({ do: "live", at_ms: at_ms(), ...(hour_clock === "none" ? {} : { clock: clock.value }) });
}

/** Shows the hour of an offer that the reader has to answer below it. @param {Room} room */
export function showOffer(room) {
  const request = room.scene.get("state")?.request;
  const asked = byId("asked");
  const place = asked.querySelector(".when");
  if (!request?.asks || request.at_ms === undefined) place?.remove();
  else write(place ?? asked.appendChild(el("p", { class: "when" })), dayAndHour(request.at_ms));
}
