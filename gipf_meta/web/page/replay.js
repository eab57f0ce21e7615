/** Looking at a match again: every moment of it by a slider, by keys, or from the list of turns. */

import { byId, el, Scene, write } from "./scene.js";
import { say } from "./words.js";

/** How long each moment is shown while the match plays by itself. */
const STEP_MS = 900;

export class Replay {
  /** @param {import("./room.js").Room} room */
  constructor(room) {
    this.room = room;
    this.isOpen = false;
    this.scene = new Scene();
    this.at = 0;
    this.last = 0;
    /** @type {number | undefined} */ this.timer = undefined;
    byId("replay").replaceChildren();
  }

  /** Shows the match as it stood at a moment; without one, as it began. */
  async open(at = 0) {
    if (!this.isOpen) {
      this.isOpen = true;
      this.#build();
      byId("room").classList.add("replaying");
      byId("replay").hidden = false;
      byId("slider").focus();
    }
    await this.go(at);
  }

  /** Back to the match as it stands. */
  close() {
    this.isOpen = false;
    this.#stop();
    byId("room").classList.remove("replaying");
    byId("replay").hidden = true;
    const { room } = this;
    room.side.mark(room.scene, null);
    room.show(room.scene, new Set([...this.scene.parts.keys(), ...room.scene.parts.keys()]));
    room.board.focus();
  }

  #build() {
    const button = (/** @type {string} */ name, /** @type {string} */ sign, /** @type {() => void} */ click) =>
      el("button", { type: "button", "aria-label": say(name), title: say(name), click }, sign);
    const slider = el("input", { id: "slider", type: "range", min: 0, max: 0, "aria-label": say("moment") });
    slider.addEventListener("input", () => this.go(Number(slider.value)));
    const words = (/** @type {string} */ name, /** @type {() => void} */ click) => el("button", { type: "button", click }, say(name));
    byId("replay").replaceChildren(
      el("div", { class: "row" },
        button("first", "⏮", () => this.go(0)), button("before", "◀", () => this.go(this.at - 1)), slider,
        button("after", "▶", () => this.go(this.at + 1)), button("last", "⏭", () => this.go(this.last))),
      el("div", { class: "row" },
        el("output", { id: "moment" }), words("play_by_itself", () => this.play()),
        ...(this.room.may("branch") ? [words("branch", () => this.branch())] : []), words("back_to_match", () => this.close())),
    );
  }

  /** @param {number} at */
  async go(at) {
    const { room } = this;
    this.at = Math.max(0, this.last ? Math.min(at, this.last) : at);
    const { look } = await room.send({ do: "look", at: this.at });
    if (!look || !this.isOpen || look.at !== this.at) return;
    this.last = look.last;
    const changed = this.scene.take({ whole: true, set: look.scene });
    if (this.scene.get("choices")) this.scene.parts.set("choices", { all: [] });
    room.show(this.scene, changed);
    room.side.mark(room.scene, this.at);
    this.grow();
  }

  /** Fits the slider to the match, which may go on meanwhile. */
  grow() {
    const slider = byId("slider");
    slider.max = String(this.last);
    slider.value = String(this.at);
    write(byId("moment"), `${this.at} / ${this.last}`);
  }

  /** Lets the match play by itself, or stops it. */
  play() {
    if (this.timer) return this.#stop();
    this.timer = setInterval(() => (this.at < this.last ? this.go(this.at + 1) : this.#stop()), STEP_MS);
  }

  #stop() {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  /** Plays on from here, in a match of its own. */
  branch() {
    this.room.command({ do: "branch", at: this.at });
  }

  /** Does what a key stands for; whether it stands for anything. @param {string} key */
  press(key) {
    if (key === "ArrowLeft") this.go(this.at - 1);
    else if (key === "ArrowRight") this.go(this.at + 1);
    else if (key === "Home") this.go(0);
    else if (key === "End") this.go(this.last);
    else if (key === "Escape") this.close();
    else if (key === "b" && this.room.may("branch")) this.branch();
    else return false;
    return true;
  }
}
