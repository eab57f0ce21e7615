/** Looking at a match together after its end: one leads, the others look along. Loaded when first needed. */

import { byId, el, write } from "./scene.js";
import { say } from "./words.js";

/** How long who leads must rest at a moment before the others are shown it, ms. */
const REST_MS = 150;
/** The branch to which the reader was led last: whoever comes back from it stays here. */
let been = "";

export class Together {
  #isAlong = true;
  /** @type {number | undefined} */ #timer;

  /** @param {import("./room.js").Room} room */
  constructor(room) {
    this.room = room;
    this.words = el("span");
    this.press = el("button", { type: "button", class: "quiet", click: () => this.turn() });
    this.line = el("p", { id: "together", class: "row", role: "status" }, this.words, this.press);
    byId("replay").before(this.line);
  }

  /** What is shown to all. @returns {Wire.ShownElement | undefined} */
  get shown() {
    return this.room.isLeft ? undefined : this.room.scene.get("shown");
  }

  /** Shows what is shown to all now. */
  follow() {
    const { shown } = this;
    this.#tell();
    if (!shown) this.#isAlong = true;
    else if (!shown.you && this.#isAlong) this.#go(shown);
  }

  /** @param {Wire.ShownElement} shown */
  #go({ at, to }) {
    const { replay, page } = this.room;
    if (!to) replay.open(at, true);
    else if (to !== been) page.go(`room/${(been = to)}`);
  }

  /** The reader looks at a moment, or at none any more: who leads shows it, whoever looks along goes on alone. @param {number | null} at */
  move(at) {
    const { shown } = this;
    if (!shown || shown.at === at) return;
    clearTimeout(this.#timer);
    if (shown.you) this.#timer = setTimeout(() => this.#show(at), REST_MS);
    else this.#isAlong = false;
    this.#tell();
  }

  /** @param {number | null} at */
  #show(at) {
    if (!this.room.isLeft) this.room.command({ do: "show", at });
  }

  /** Leads, or no longer. */
  lead() {
    const { replay, scene } = this.room;
    if (this.shown?.you) return this.#show(null);
    const at = replay.isOpen ? replay.at : (scene.row("turn").at(-1)?.[1].at ?? 0);
    this.#show(at);
    replay.open(at);
  }

  /** Looks along, or alone; who leads does so no longer. */
  turn() {
    const { shown } = this;
    if (shown?.you) return this.#show(null);
    been = "";
    this.#isAlong = !this.#isAlong;
    this.follow();
  }

  #tell() {
    const { shown } = this;
    this.line.hidden = !shown;
    if (!shown) return;
    write(this.words, shown.you ? say("you_show") : say("shows", { name: shown.name }));
    write(this.press, say(shown.you ? "show_no_more" : this.#isAlong ? "look_alone" : "look_along"));
  }
}

/** What leads and follows in a room. @param {import("./room.js").Room} room */
export function together(room) {
  if (!room.together) byId("together")?.remove();
  return (room.together ??= new Together(room));
}
