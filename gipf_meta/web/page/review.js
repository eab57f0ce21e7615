/** The review of a match: a graph of the chances, and the turns that were no good, to be shown. */

import { bringBoard } from "./fitting.js";
import { card, place, remove } from "./lines.js";
import { attribute, draw, el, keyed, Scene, svg, write } from "./scene.js";
import { say } from "./words.js";

/** The first of the turns that gave most away; there is one. @param {Wire.VerdictElement[]} turns */
export const turningOf = (turns) => turns.reduce((most, one) => ((one.loss ?? 0) > (most.loss ?? 0) ? one : most));

export class Review {
  #number = 0;
  #leads = false;
  /** @type {number | null} */ #told = null;
  /** @type {Scene<Wire.ReviewParts, Wire.ReviewKinds>} */ scene = new Scene();

  /** @param {import("./inquiry.js").Inquiry} inquiry */
  constructor(inquiry) {
    this.inquiry = inquiry;
    this.room = inquiry.room;
    this.isOpen = this.runs = this.seeks = false;
    this.progress = el("p");
    this.again = el("button", { type: "button", class: "quiet", click: () => (this.runs ? this.stop() : this.begin()) });
    this.frame = svg("g");
    this.points = svg("g");
    this.now = svg("line", { class: "now" });
    this.graph = svg("svg", { role: "slider", tabindex: 0, "aria-valuemin": 1 });
    this.graph.append(this.frame, this.now, this.points);
    this.list = el("ol", { "aria-label": say("mistakes") });
    this.summary = el("div", { role: "status" });
    this.card = card("review", say("review"), () => this.close(), el("div", { class: "row" }, this.progress, this.again), this.graph, this.summary, this.list);
    this.graph.addEventListener("keydown", (event) => this.#key(/** @type {KeyboardEvent} */ (event)));
    for (const kind of ["pointerdown", "pointermove"]) {
      this.graph.addEventListener(kind, (event) => this.#point(/** @type {PointerEvent} */ (event)));
    }
  }

  /** Opens the review, or closes it. */
  toggle() {
    if (this.isOpen) return this.close();
    this.isOpen = true;
    place(this.card);
    this.begin();
  }

  /** Leads to the turn that gave most away, as soon as all turns have a verdict. */
  seekTurning() {
    if (!this.isOpen) this.toggle();
    const { turning } = this.inquiry;
    if (turning !== undefined) return void this.room.replay.open(turning);
    this.seeks = true;
    if (!this.runs) this.#seek(true);
  }

  /** @param {boolean} isWhole whether all turns have their verdicts */
  #seek(isWhole) {
    const { turns } = this;
    if (!this.seeks || !turns.length || !(isWhole || turns.length === this.scene.get("progress")?.all)) return;
    this.seeks = false;
    this.show(turns.indexOf(turningOf(turns)));
  }

  /** Reviews the match from its beginning. */
  async begin() {
    this.#number = this.room.scene.number;
    this.#run(true);
    const answer = await this.room.send({ do: "review" });
    if (!answer.refused) return;
    this.#run(false);
    write(this.progress, answer.why);
  }

  /** Ends the search; what was found stays. */
  stop() {
    this.#run(false);
    this.room.send({ do: "leave_off", what: "review" });
  }

  /** @param {boolean} runs */
  #run(runs) {
    this.runs = runs;
    write(this.again, say(runs ? "stop_review" : "review_again"));
    this.again.hidden = !runs && Boolean(this.scene.get("summary")) && this.#number === this.room.scene.number;
  }

  /** Nothing of the review is shown any more. */
  close() {
    if (!this.isOpen) return;
    this.isOpen = false;
    if (this.runs) this.stop();
    remove(this.card, this.room);
    this.inquiry.draw();
  }

  /** All turns that have a verdict. @returns {Wire.VerdictElement[]} */
  get turns() {
    return this.scene.row("point").map(([, turn]) => turn);
  }

  /** The turn that is shown: the one that follows the moment. */
  get turn() {
    const { at } = this.inquiry;
    return at === null ? undefined : this.turns.find((turn) => turn.at <= at && at < turn.last);
  }

  /** The chances at the moment that is shown: after the turn that led there, or in the midst of one before it. */
  get chances() {
    if (!this.isOpen) return undefined;
    const { at } = this.inquiry;
    const last = this.turns.at(-1);
    if (at === null) return this.room.scene.get("over") ? last?.left : undefined;
    return this.turns.find((turn) => turn.last === at)?.left ?? this.turn?.before;
  }

  /** What is drawn over the board: what was played, and what was better. */
  get signs() {
    const { turn } = this;
    return this.isOpen && turn && turn.at === this.inquiry.at ? turn.signs : [];
  }

  /** Takes a part of the review. @param {Wire.ReviewBody} review */
  take({ whole, set, over }) {
    if (!this.isOpen) return;
    this.scene.take({ whole, set });
    this.#show();
    if (over) this.#run(false);
    this.#seek(over);
  }

  #show() {
    const { scene, turns } = this;
    const { text, all } = /** @type {Wire.ProgressElement} */ (scene.get("progress"));
    const about = scene.get("graph");
    const summary = scene.get("summary")?.lines ?? [];
    write(this.progress, summary.length ? "" : text);
    this.summary.replaceChildren(...summary.map((line) => el("p", {}, line)));
    this.graph.toggleAttribute("hidden", !turns.length);
    if (about) {
      this.graph.setAttribute("viewBox", about.box.join(" "));
      this.graph.setAttribute("aria-label", about.name);
      this.graph.setAttribute("aria-valuemax", String(all));
      draw(this.frame, about.markup);
    }
    keyed(this.points, scene.row("point"), () => svg("g"), (group, turn) => draw(group, turn.markup));
    keyed(this.list, scene.row("point").filter(([, turn]) => turn.mark), (n) => {
      const again = el("button", { type: "button", class: "quiet", click: () => this.#tryAgain(Number(n)) }, say("try_again"));
      return el("li", {}, el("button", { type: "button", click: () => this.show(Number(n)) }, el("b"), el("span"), el("small")), again);
    }, (item, turn) => {
      /** @type {HTMLElement} */ (item.children[1]).hidden = !turn.again;
      const [mark, played, words] = item.children[0].children;
      write(mark, turn.mark);
      write(played, turn.turn);
      write(words, turn.words);
    });
    this.follow();
  }

  /** Leads to the moment before a turn, and shows what was better. @param {number} n */
  show(n) {
    this.#lead(this.turns[Math.max(0, Math.min(n, this.turns.length - 1))]);
  }

  /** Notes a blunder, and leads to it as a puzzle. @param {number} n */
  async #tryAgain(n) {
    const { room } = this;
    const about = { room: room.id, at: String(this.turns[n].at) };
    const { why } = await room.line.ask({ do: "submit", screen: "mistakes", about });
    if (why) room.tell(why);
  }

  /** @param {Wire.VerdictElement | undefined} turn */
  #lead(turn) {
    if (!turn) return;
    this.#leads = true;
    this.room.replay.open(turn.at);
  }

  /** Shows where the reader is, and says what the turn there was worth. */
  follow() {
    if (!this.isOpen) return;
    const { turn, turns } = this;
    if (this.runs && this.#number !== this.room.scene.number) this.#run(false);
    this.now.toggleAttribute("hidden", !turn);
    for (const item of this.list.children) attribute(item, "aria-current", turn && item === this.list.children[turns.filter((each) => each.mark).indexOf(turn)] ? "true" : null);
    this.graph.setAttribute("aria-valuenow", String(turn ? turns.indexOf(turn) + 1 : turns.length));
    attribute(this.graph, "aria-valuetext", turn ? `${turn.turn}: ${turn.words}` : null);
    if (!turn) return;
    if (this.#leads && turn.at === this.inquiry.at) {
      this.#leads = false;
      bringBoard();
    }
    const [, top, , height] = /** @type {Wire.GraphElement} */ (this.scene.get("graph")).box;
    for (const [name, value] of Object.entries({ x1: turn.x, x2: turn.x, y1: top, y2: top + height })) this.now.setAttribute(name, String(value));
    if (this.#told !== this.inquiry.at) this.room.tell(`${turn.turn}: ${turn.words}`);
    this.#told = this.inquiry.at;
  }

  /** Leads to the next turn that has a mark, -1: to the one before; whether there is one. @param {number} step */
  mark(step) {
    const at = this.inquiry.at ?? Infinity;
    const marked = this.turns.filter((turn) => turn.mark && (turn.at - at) * step > 0);
    this.#lead(marked.at(step > 0 ? 0 : -1));
    return true;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const here = this.turn ? this.turns.indexOf(this.turn) : this.turns.length;
    const goal = { ArrowLeft: here - 1, ArrowDown: here - 1, ArrowRight: here + 1, ArrowUp: here + 1, Home: 0, End: this.turns.length }[event.key];
    if (goal === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.show(goal);
  }

  /** Leads to the turn below a pointer that is down. @param {PointerEvent} event */
  #point(event) {
    if (!event.buttons) return;
    const graph = /** @type {SVGSVGElement} */ (this.graph);
    const { x } = new DOMPoint(event.clientX, event.clientY).matrixTransform(graph.getScreenCTM()?.inverse());
    const away = this.turns.map((turn) => Math.abs(turn.x - x));
    const n = away.indexOf(Math.min(...away));
    if (this.turns[n]?.at !== this.inquiry.at) this.show(n);
  }
}
