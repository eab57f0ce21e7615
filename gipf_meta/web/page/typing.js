/** The field for moves and questions that are typed. */

import { completions } from "./deciding.js";
import { byId, el } from "./scene.js";

export class Typing {
  /** @param {import("./room.js").Room} room */
  constructor(room) {
    this.room = room;
    byId("typed").onsubmit = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.#play();
    };
    byId("typed-text").oninput = () => this.#complete();
  }

  /** Opens the field. */
  open(text = "") {
    byId("typed").hidden = false;
    byId("typed-text").value = text;
    byId("typed-text").focus();
    this.#complete();
  }

  /** Closes the field; the keys are with the board again. */
  close() {
    byId("typed").hidden = true;
    this.room.board.focus();
  }

  get #choices() {
    return this.room.asking.decision.choices;
  }

  #complete() {
    const found = completions(this.#choices, byId("typed-text").value);
    byId("typed-list").replaceChildren(...found.map((choice) => el("option", { value: choice[0] }, choice[2])));
  }

  async #play() {
    const { room } = this;
    const field = byId("typed-text");
    const text = field.value.trim();
    field.value = "";
    this.close();
    if (!text) return;
    const isMove = this.#choices.some((choice) => choice[0].toLowerCase() === text.toLowerCase());
    if (!isMove && room.may("ask")) {
      const { answer } = await room.send({ do: "ask", question: text });
      if (answer?.lines?.length) return room.tell(...answer.lines);
    }
    room.command({ do: !isMove && room.may("premove") ? "premove" : "play", text });
  }

  /** Takes away what was said beforehand. */
  withdraw() {
    this.room.command({ do: "premove" });
  }
}
