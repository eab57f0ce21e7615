/** The field for moves and questions that are typed. */

import { completions } from "./deciding.js";
import { byId, el, write } from "./scene.js";

export class Typing {
  /** @param {import("./room.js").Room} room */
  constructor(room) {
    this.room = room;
    byId("typed").onsubmit = (/** @type {Event} */ event) => {
      event.preventDefault();
      this.#play();
    };
    byId("typed-text").oninput = () => this.#complete();
    byId("typed-text").readOnly = false;
    /** Whether the keys were with the page as a whole before they were with the field. */
    this.isFromPage = false;
  }

  /** Opens the field. */
  open(text = "") {
    if (byId("typed").hidden) this.isFromPage = document.activeElement === document.body;
    byId("typed").hidden = false;
    byId("typed-text").readOnly = false;
    byId("typed-text").value = text;
    byId("typed-text").focus();
    this.#complete();
  }

  /** Closes the field; the keys that it had are with the board again, but in a study, where arrows walk until one goes to the board, where they were. */
  close() {
    const [form, field] = [byId("typed"), byId("typed-text")];
    const hadKeys = form.contains(document.activeElement);
    field.value = "";
    field.readOnly = false;
    form.hidden = true;
    if (!hadKeys) return;
    if (this.isFromPage && this.room.may("walk")) field.blur();
    else this.room.board.focus();
  }

  get #choices() {
    return this.room.asking.decision.choices;
  }

  #complete() {
    const found = completions(this.#choices, byId("typed-text").value);
    byId("typed-list").replaceChildren(...found.map((choice) => el("option", { value: choice[0] }, choice[2])));
  }

  /** Says what is typed. It stays until it is accepted, and to be corrected when it is refused; but not in a lesson, where a key for help comes next. */
  async #play() {
    const field = byId("typed-text");
    const text = field.value.trim();
    if (field.readOnly) return; // it is on its way
    field.readOnly = true;
    const isAccepted = !text || (await this.#say(text));
    if (this.room.isLeft || !field.readOnly) return; // it was closed or opened anew meanwhile
    field.readOnly = false;
    if (isAccepted || this.room.scene.get("lesson")) this.close();
  }

  /** Says a decision or a question; whether it is accepted. @param {string} text */
  async #say(text) {
    const { room } = this;
    const isMove = this.#choices.some((choice) => choice[0].toLowerCase() === text.toLowerCase());
    if (!isMove && room.may("ask")) {
      const { answer } = await room.send({ do: "ask", question: text });
      if (answer?.lines?.length) {
        room.tell(...answer.lines);
        return true;
      }
    }
    const { refused } = await room.command({ do: !isMove && room.may("premove") ? "premove" : "play", text });
    return !refused;
  }

  /** Shows what was said beforehand: it waits for the reader's turn, can be taken away, or was impossible. */
  showPremove() {
    const premove = this.room.scene.get("premove");
    const [words, button] = byId("premove").children;
    byId("premove").hidden = !premove;
    write(words, premove?.words ?? "");
    button.hidden = !premove?.waits;
    button.onclick = () => this.withdraw();
  }

  /** Takes away what was said beforehand. */
  withdraw() {
    this.room.command({ do: "premove" });
  }
}
