/** The best lines of the position that is shown, beside the board and over it. */

import { attribute, byId, el, keyed, write } from "./scene.js";
import { say } from "./words.js";

/** How long a moment must be looked at before it is analysed, ms. */
const SETTLED_MS = 250;

export class Lines {
  #chosen = -1;
  #position = "";
  /** The chances with the best line. @type {Wire.ChancesTold | undefined} */ chances;
  /** @type {number | undefined} */ #timer;
  /** @type {Wire.LineTold[]} */ #all = [];

  /** @param {import("./inquiry.js").Inquiry} inquiry */
  constructor(inquiry) {
    this.inquiry = inquiry;
    this.room = inquiry.room;
    this.isOpen = false;
    this.headline = el("p");
    this.heard = el("p", { class: "spoken", role: "status" });
    this.list = el("ol");
    this.card = card("lines", say("analyse"), () => this.close(), this.headline, this.heard, this.list);
  }

  /** Opens the best lines, or closes them. */
  toggle() {
    if (this.isOpen) return this.close();
    this.isOpen = true;
    place(this.card);
    this.follow(true);
  }

  /** Ends the search; nothing of it is shown any more. */
  close() {
    if (!this.isOpen) return;
    this.isOpen = false;
    clearTimeout(this.#timer);
    remove(this.card, this.room);
    this.chances = undefined;
    this.#show([]);
    this.inquiry.draw();
    this.room.send({ do: "leave_off", what: "analysis" });
  }

  /** Analyses what is shown, if that is another position than before. */
  follow(isNew = false) {
    const position = `${this.inquiry.at} ${this.room.scene.number}`;
    if (!this.isOpen || (position === this.#position && !isNew)) return;
    this.#position = position;
    this.chances = undefined;
    this.#show([]);
    this.#chosen = -1;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(), SETTLED_MS);
  }

  async #ask() {
    const { at } = this.inquiry;
    const answer = await this.room.send({ do: "analyse", ...(at !== null && { at }) });
    if (answer.refused && this.isOpen) write(this.headline, answer.why);
  }

  /** Takes an analysis. @param {Wire.AnalysisBody} analysis */
  take({ at, chances, headline, lines }) {
    if (!this.isOpen || at !== this.inquiry.at) return;
    this.chances = chances ?? undefined;
    write(this.headline, headline);
    this.#show(lines);
    const [best] = lines;
    write(this.heard, best ? `${best.worth}: ${best.turns[0]}. ${best.words}` : headline);
  }

  /** @param {Wire.LineTold[]} lines */
  #show(lines) {
    keyed(this.list, lines.map((line, n) => [String(n), line]), (n) => {
      const parts = [el("b"), el("span"), el("small"), el("small")];
      return el("li", {}, el("button", { type: "button", click: () => this.#choose(Number(n)) }, ...parts));
    }, (item, { worth, turns, words }, n) => {
      const [value, turn, told, later] = item.children[0].children;
      write(value, worth);
      write(turn, turns[0]);
      write(told, words);
      write(later, turns.slice(1).join(" "));
      attribute(item.children[0], "aria-pressed", String(Number(n) === this.#chosen));
    });
    this.#all = lines;
  }

  /** Draws a line to its end instead of the beginnings of all, or all again. @param {number} n */
  #choose(n) {
    this.#chosen = this.#chosen === n ? -1 : n;
    this.#show(this.#all);
    this.inquiry.draw();
  }

  /** What is drawn over the board; the best line lies on top. */
  get signs() {
    const chosen = this.#all[this.#chosen];
    if (chosen) return [...chosen.signs, ...chosen.follows];
    return [...this.#all].reverse().flatMap((line) => line.signs);
  }
}

/** A card beside the board that can be closed. @param {string} id @param {string} name @param {() => void} close @param {Node[]} inside */
export function card(id, name, close, ...inside) {
  const about = { type: "button", class: "close", "aria-label": say("close", { name }), title: say("close", { name }), click: close };
  return el("section", { id, class: "card inquiry", "aria-label": name }, ...inside, el("button", about, "×"));
}

/** Puts a card where it is seen together with the board. @param {Element} card */
export function place(card) {
  byId("asking").prepend(card);
}

/** Takes a card away; a focus in it goes to the board. @param {Element} card @param {import("./room.js").Room} room */
export function remove(card, room) {
  const hadFocus = card.contains(document.activeElement);
  card.remove();
  if (hadFocus) room.board.focus();
}
