/** What the others ask of the reader: a strip beside the board, which never takes the focus. */

import { deafen } from "./dialogs.js";
import { byId, el, write } from "./scene.js";
import { say } from "./words.js";

/** @typedef {Wire.AgreementQuestion} Question */

export class Strip {
  #shown = "";
  /** @type {number | undefined} */ #timer;

  /**
   * Shows a question, or nothing. If others end it, the keys that are here stay, unless *isOwn*.
   * @param {Question | null | undefined} question @param {(value: string) => void} answer
   */
  show(question, answer, isOwn = false) {
    const now = question ? `${question.by} ${question.title}` : "";
    if (now === this.#shown) return;
    this.#shown = now;
    clearTimeout(this.#timer);
    const strip = byId("asked");
    const [words, buttons] = strip.children;
    const hadKeys = strip.contains(document.activeElement);
    if (hadKeys) (isOwn ? byId("board") : strip).focus({ preventScroll: true });
    strip.hidden = !question && (isOwn || !hadKeys);
    write(words, question?.words ?? say("asked_no_more"));
    strip.onblur = () => (strip.hidden = !this.#shown);
    const click = (/** @type {string} */ value) => () => {
      this.clear();
      answer(value);
    };
    buttons.replaceChildren(...(question?.answers ?? []).map(([value, text]) => el("button", { type: "button", value, click: click(value) }, text)));
    if (question) this.#timer = deafen(buttons);
  }

  /** Shows nothing any more. */
  clear() {
    this.show(null, () => {}, true);
  }
}
