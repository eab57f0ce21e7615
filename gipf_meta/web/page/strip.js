/** What the others ask of the reader: a strip beside the board, which never takes the focus. */

import { byId, el, write } from "./scene.js";

/** How long what somebody else makes appear takes no key and no click, ms: they were meant for something else. */
const DEAF_MS = 500;

/** @typedef {{title: string, words: string, answers: [string, string][], by: number}} Question */

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
    buttons.inert = Boolean(question);
    if (question) this.#timer = setTimeout(() => (buttons.inert = false), DEAF_MS);
  }

  /** Shows nothing any more. */
  clear() {
    this.show(null, () => {});
  }
}
