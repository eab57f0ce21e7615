/** The field for moves, questions and words that are typed. */

import { completions } from "./deciding.js";
import { bring, lead } from "./fitting.js";
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
    byId("typed-text").readOnly = false;
    /** Whether the keys were with the page as a whole before they were with the field. */
    this.isFromPage = false;
    /** The words that can be typed, once they are loaded. @type {import("./vocabulary.js").Vocabulary | undefined} */
    this.vocabulary = undefined;
  }

  /** Opens the field. */
  open(text = "") {
    if (byId("typed").hidden) this.isFromPage = document.activeElement === document.body;
    byId("typed").hidden = false;
    byId("typed-text").readOnly = false;
    lead(byId("typed-text"));
    this.write(text);
    import("./vocabulary.js").then(async ({ Vocabulary }) => {
      this.vocabulary ??= new Vocabulary(this.room);
      await this.vocabulary.begin();
      this.#complete();
    });
  }

  /** Writes a text into the field. @param {string} text */
  write(text) {
    byId("typed-text").value = text;
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
    const { value } = byId("typed-text");
    const moves = completions(this.#choices, value).map((choice) => [choice[0], choice[2]]);
    const words = this.vocabulary?.completions(value) ?? [];
    byId("typed-list").replaceChildren(...[...moves, ...words].map(([typed, does]) => el("option", { value: typed }, does)));
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
    else bring(byId("said"));
  }

  /** Says a decision, a question or a word; whether it is accepted. @param {string} text */
  async #say(text) {
    const { room } = this;
    this.vocabulary?.note(text);
    const isMove = this.#choices.some((choice) => choice[0].toLowerCase() === text.toLowerCase());
    if (!isMove && room.may("ask")) {
      const { answer } = await room.send({ do: "ask", question: text });
      if (answer) return import("./vocabulary.js").then(({ carryOut }) => carryOut(room, answer, text));
    }
    const { refused } = await room.command({ do: !isMove && room.may("premove") ? "premove" : "play", text: text.replace(/^:/, "") });
    return !refused;
  }

  /** Takes away what was said beforehand. */
  withdraw() {
    this.room.command({ do: "premove" });
  }
}
