/** What the others ask of the reader: a strip beside the board, which never takes the focus. */

import { deafen } from "./dialogs.js";
import { byId, el, write } from "./scene.js";

/** @typedef {Wire.AgreementQuestion} Question */

export class Strip {
  #shown = "";
  /** @type {number | undefined} */ #timer;

  /** Shows a question, or nothing. @param {Question | null | undefined} question @param {(value: string) => void} answer */
  show(question, answer) {
    const now = question ? `${question.by} ${question.title}` : "";
    if (now === this.#shown) return;
    this.#shown = now;
    clearTimeout(this.#timer);
    const strip = byId("asked");
    const [words, buttons] = strip.children;
    if (strip.contains(document.activeElement)) byId("board").focus();
    strip.hidden = !question;
    write(words, question?.words ?? "");
    const click = (/** @type {string} */ value) => () => {
      this.show(null, answer);
      answer(value);
    };
    buttons.replaceChildren(...(question?.answers ?? []).map(([value, text]) => el("button", { type: "button", value, click: click(value) }, text)));
    if (question) this.#timer = deafen(buttons);
  }

  /** Shows nothing any more. */
  clear() {
    this.show(null, () => {});
  }
}
