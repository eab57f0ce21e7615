/** Looking at a match again: every moment of it by a slider, by keys, or from the list of turns. */

import { byId, Scene, write } from "./scene.js";

/** How long each moment is shown while the match plays by itself. */
const STEP_MS = 900;
/** What may be done while an earlier moment is shown. */
const DEEDS = "replay next_waiting begin_here together analyse review study save flip copy sound fullscreen rules help to_games menu".split(" ");

export class Replay {
  /** @param {import("./room.js").Room} room */
  constructor(room) {
    this.room = room;
    this.isOpen = false;
    this.isBefore = false; // whether Back leads to the match
    this.isLed = false; // by somebody else, who moves no focus
    this.isLast = false; // what follows the last moment is the match
    this.deeds = DEEDS;
    this.scene = new Scene();
    this.at = 0;
    this.shown = -2; // the moment that is shown; none before the first
    this.last = 0;
    /** @type {number | undefined} */ this.timer = undefined;
    byId("replay").onclick = (/** @type {Event} */ event) => {
      const button = /** @type {Element} */ (event.target).closest("button");
      if (button) this.press(button.value);
    };
    byId("slider").oninput = () => this.go(byId("slider").valueAsNumber);
    this.#appear(false);
  }

  /** Goes to the address of a moment of the match; without one, of its beginning. Who *isLed* there keeps the focus where it is. */
  open(at = 0, isLed = false) {
    this.isLed = isLed;
    if (this.isOpen) this.go(at);
    else {
      this.isBefore = true;
      this.room.page.go(this.#address(at));
    }
  }

  /** Goes a decision back or on: from the match as it stands into its past, and from its last moment to it. @param {number} by */
  async step(by) {
    const { room } = this;
    if (this.isOpen) return by > 0 && this.at >= this.last - 1 ? this.close() : this.go(this.at + by);
    const { look } = await room.send({ do: "look", at: 0 });
    if (look && !room.isLeft && !this.isOpen) this.open(Math.max(0, look.last + by), true);
  }

  /** Walks to a turn of a study, or a step in it. @param {string} at */
  walk(at) {
    this.room.command({ do: "walk", at });
  }

  /** Goes to the address of the match as it stands. */
  close() {
    this.at = -1; // a moment that comes only now would hold the way back up
    if (this.isBefore) history.back();
    else this.room.page.go(`room/${this.room.id}`);
  }

  /** @param {number} at */
  #address(at) {
    return `room/${this.room.id}/at/${at}`;
  }

  /** Shows the moment that the address names; null: the match as it stands. @param {number | null} at */
  follow(at) {
    if (at !== null) {
      if (!this.isOpen) this.#begin();
      this.go(at);
    } else if (this.isOpen) this.#end();
  }

  #begin() {
    const { room } = this;
    this.isOpen = true;
    room.tell();
    this.#appear(true);
    room.deeds.show();
    room.showResult();
    if (room.may("analyse")) room.toInquiry();
    if (!this.isLed) byId("slider").focus({ preventScroll: true });
    this.isLed = false;
  }

  #end() {
    const { room } = this;
    room.together?.move(null);
    this.isOpen = this.isBefore = false;
    this.shown = -2;
    this.stop();
    this.#appear(false);
    room.showResult();
    room.side.mark(room.scene);
    room.show(room.scene, new Set([...this.scene.parts.keys(), ...room.scene.parts.keys()]));
    room.deeds.show();
    room.tell();
    room.announcer.tell(new Set());
    room.board.focus();
  }

  /** @param {boolean} isSeen */
  #appear(isSeen) {
    byId("room").classList.toggle("replaying", isSeen);
    byId("replay").hidden = !isSeen;
  }

  /** @param {number} at */
  async go(at) {
    const { room } = this;
    this.at = Math.max(0, this.last ? Math.min(at, this.last) : at);
    room.together?.move(this.at);
    const { look } = await room.send({ do: "look", at: this.at });
    if (!look || !this.isOpen || look.at !== this.at) return;
    const isNext = look.at === this.shown + 1;
    this.last = look.last;
    this.shown = look.at;
    history.replaceState(null, "", `#${this.#address(this.at)}`);
    const changed = this.scene.take({ whole: true, set: look.scene });
    if (this.scene.get("choices")) this.scene.parts.set("choices", { all: [] });
    room.show(this.scene, changed, isNext ? look.moved : undefined);
    room.side.mark(room.scene, this.at);
    this.grow();
  }

  /** Fits the slider to the match, which may go on meanwhile. */
  grow() {
    const slider = byId("slider");
    for (const [key, deed] of [["A", "analyse"], ["G", "analyse"], ["b", "branch"]]) {
      byId("replay").querySelector(`[value=${key}]`).hidden = !this.room.may(deed);
    }
    slider.max = String(this.last);
    slider.value = String(this.at);
    write(byId("moment"), `${this.at} / ${this.last}`);
    this.room.deeds.show(); // nothing leads back from the first moment
  }

  /** Lets the match play by itself, or stops it. */
  play() {
    if (this.timer) return this.stop();
    this.timer = setInterval(() => (this.at < this.last ? this.go(this.at + 1) : this.stop()), STEP_MS);
  }

  /** Ends playing by itself. */
  stop() {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  /** Does what a key or the button of that value stands for; whether it stands for anything. @param {string} key */
  press(key) {
    const at = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.last }[key];
    if (at !== undefined) this.go(at);
    else if (key === "Escape") this.close();
    else if (key === " ") this.play();
    else if (key === "A" || key === "G") this.room.deeds.do(key === "A" ? "analyse" : "review");
    else if (this.room.inquiry?.press(key)) return true;
    else if (key === "b") this.room.command({ do: "branch", at: this.at, together: this.room.scene.get("shown")?.you });
    else return false;
    return true;
  }
}
