/**
 * Imagination: the reader walks the board ahead, for all sides, for luck, and for the end of a duel, and keeps lines of it as his plan. The match stands
 * where it is meanwhile, and nobody else learns of it. It stands in for looking at a match again. Loaded when first needed.
 */

import { bring, lead } from "./fitting.js";
import { card, remove } from "./lines.js";
import { command } from "./planned.js";
import { attribute, byId, el, keyed, Scene, write } from "./scene.js";
import { say } from "./words.js";

/** @typedef {import("./room.js").Room} Room */
/** @typedef {Wire.PlanLine} Node */
/** A decision that is imagined, in its game's notation; *isAny*: one of those that stand for whatever others decide. @typedef {{text: string, isOwn: boolean, isAny: boolean}} Step */
/** A step of a plan; its text is null for whatever others decide. @typedef {{text: string | null, isOwn: boolean}} Link */

/** What may be done meanwhile. */
const DEEDS = "flip type sound fullscreen rules help to_games menu".split(" ");
/** How many decisions of others may stand for whatever they decide. */
const MOST_EXAMPLES = 12;
/** How the ends of a duel are called. */
const ENDS = /** @type {Record<string, () => string>} */ ({ won: () => say("duel_won"), lost: () => say("duel_lost"), drawn: () => say("duel_drawn") });

export class Imagination {
  #asked = 0;
  #address = "";
  /** The lines of the plan, and what is shown of it beside the match. @type {Node[]} */ #lines = [];
  #shown = "";
  /** @type {Step[]} */ path = [];
  /** What was taken back, to be walked again. @type {Step[]} */ #ahead = [];
  /** @type {Wire.ImaginedBody | undefined} */ #now;
  /** @type {Scene} */ scene = new Scene();
  deeds = DEEDS;
  isOpen = false;
  isLed = false;

  /** @param {Room} room */
  constructor(room) {
    this.room = room;
    this.match = /** @type {import("./replay.js").Replay} */ (room.replay);
    this.started = standOf(room);
    this.sign = el("p", { id: "imagined", role: "status" }, say("imagined"));
    this.words = el("p", { role: "status" });
    this.steps = el("ol", { class: "row" });
    this.known = el("div", { class: "row" });
    this.choices = el("div", { class: "row" });
    this.any = el("button", { type: "button", click: () => this.imagineAny() });
    this.keepLine = el("button", { type: "button", click: () => this.keep() }, say("keep_line"));
    const acts = el("div", { class: "row" }, this.any, this.keepLine);
    this.card = card("imagining", say("plan"), () => this.close(), this.choices, acts, this.steps, this.known, this.words);
  }

  /** How many decisions are imagined. */
  get at() {
    return this.path.length;
  }

  /** Whether nothing was taken back that could be walked again. */
  get isLast() {
    return !this.#ahead.length;
  }

  // ---- beginning and ending -------------------------------------------------------------------

  /** Begins; not where the room does not allow it. */
  async begin() {
    const { room } = this;
    const answer = await room.send({ do: "imagine", path: [] });
    if (room.isLeft || room.replay !== this.match) return;
    if (!answer.imagined) return room.tell(answer.why ?? "");
    room.inquiry?.close();
    room.replay = this;
    this.isOpen = true;
    byId("stage").append(this.sign);
    byId("room").classList.add("imagining");
    byId("words").after(this.card);
    this.#address = `#room/${room.id}/plan`;
    history.pushState({}, "", this.#address);
    room.tell();
    room.showResult();
    this.#take(answer.imagined, []);
    this.#learn();
    room.board.focus();
  }

  /** Back to the match as it stands. */
  close() {
    const isHere = location.hash === this.#address;
    this.#end();
    if (isHere) history.back();
  }

  #end() {
    const { room } = this;
    if (!this.isOpen) return;
    this.stop();
    room.replay = this.match;
    room.side.mark(room.scene);
    room.showResult();
    room.show(room.scene, new Set([...this.scene.parts.keys(), ...room.scene.parts.keys()]));
    room.deeds.show();
    room.tell();
    room.announcer.tell(new Set());
    room.fit();
  }

  /** Nothing of it is seen any more. */
  stop() {
    this.isOpen = false;
    this.#asked += 1;
    byId("room").classList.remove("imagining");
    this.sign.remove();
    remove(this.card, this.room);
  }

  /** Follows the address: away from here. @param {number | null} at */
  follow(at) {
    this.#end();
    this.match.follow(at);
  }

  /** Looks at a moment of the match instead. */
  open(at = 0, isLed = false) {
    this.#end();
    this.match.open(at, isLed);
  }

  /** Walks in a study. @param {string} at */
  walk(at) {
    this.match.walk(at);
  }

  /** The match has changed: who imagines stays, until it has gone on. */
  grow() {
    if (standOf(this.room) === this.started) return void this.#learn();
    this.close();
    queueMicrotask(() => this.room.tell(say("went_on"))); // after the news
  }

  // ---- walking --------------------------------------------------------------------------------

  /** Takes a decision by its clicks or its notation, instead of the match. @param {{path?: string[], text?: string | null}} said @returns {Promise<any>} */
  hear({ path, text }) {
    if (!path && !text) return this.room.send({ do: "premove" }); // what is shown beside the match is taken back
    const all = this.scene.get("choices")?.all ?? [];
    const found = path && all.find((choice) => choice[1].join(" ") === path.join(" "));
    return this.#walk(found?.[0] ?? text ?? path?.join(" ") ?? "");
  }

  /** Imagines a decision of whoever decides next. @param {string} text */
  async #walk(text) {
    const answer = await this.#imagine([...this.path, { text, isOwn: Boolean(this.#now?.is_own), isAny: false }]);
    if (!answer.refused) this.#ahead = [];
    this.room.deeds.show();
    return answer;
  }

  /** @param {Step[]} path @returns {Promise<any>} */
  async #imagine(path) {
    const asked = (this.#asked += 1);
    const answer = await this.room.send({ do: "imagine", path: path.map(({ text }) => text) });
    if (asked !== this.#asked) return {};
    if (answer.imagined) this.#take(answer.imagined, path);
    else this.room.tell(answer.why ?? "");
    return answer;
  }

  /** @param {Wire.ImaginedBody} imagined @param {Step[]} path */
  #take(imagined, path) {
    const last = path.at(-1);
    this.path = imagined.path.map((text, n) => ({ ...(path[n] ?? /** @type {Step} */ (last)), text })); // a whole turn has several decisions
    this.#now = imagined;
    const { room } = this;
    const due = Object.fromEntries(room.scene.of("player").map(([n]) => [`player:${n}`, { due: Number(n) === imagined.turn }]));
    const changed = this.scene.take({ whole: true, set: /** @type {any} */ ({ ...imagined.scene, ...due }) });
    room.show(this.scene, changed);
    const name = this.scene.get("board")?.name;
    if (name) byId("board").setAttribute("aria-label", say("imagined_board", { board: name }));
    room.tell();
    this.#show();
    room.deeds.show();
    bring(this.card);
    const held = document.querySelector(".player:has(.item.lit)");
    if (held) bring(held);
  }

  /** Back to an earlier place of the path. @param {number} at */
  #goBack(at) {
    this.#ahead = [...this.path.slice(at), ...this.#ahead];
    return this.#imagine(this.path.slice(0, at));
  }

  /** Goes a decision back, or on again. @param {number} by */
  async step(by) {
    if (by < 0) return this.at ? this.#goBack(this.at - 1) : this.close();
    const [next, ...rest] = this.#ahead;
    if (!next) return;
    this.#ahead = rest;
    await this.#imagine([...this.path, next]);
  }

  /** Whatever others decide: the first that is possible stands for it, until the reader is to decide; where he is to, what was imagined of them, or no longer. */
  async imagineAny() {
    const before = this.path;
    const wasOwn = this.#now?.is_own;
    const isAny = !wasOwn || !before.at(-1)?.isAny;
    for (let n = 0; n < MOST_EXAMPLES && !this.#now?.is_own && this.#first; n++) {
      const { imagined } = await this.#walk(this.#first);
      if (!imagined || !this.isOpen) return;
    }
    if (!this.#now?.is_own) { // a duel, or the end, is not whatever comes
      await this.#imagine(before);
      return this.room.tell(say("not_any"));
    }
    const begins = wasOwn ? before.findLastIndex(({ isOwn, text }) => isOwn || text in ENDS) + 1 : before.length;
    this.path = this.path.map((step, n) => (n < begins ? step : { ...step, isAny }));
    this.#show();
  }

  /** The first decision or draw that is possible; none where a duel comes, whose end is said. */
  get #first() {
    if (this.#now?.ends.length) return undefined;
    return this.scene.get("choices")?.all[0]?.[0] ?? this.#now?.draws[0];
  }

  // ---- the plan -------------------------------------------------------------------------------

  /** The path as a way down a plan. What has come is not known after whatever comes: a turn of the reader follows, said as a whole, and nothing more. */
  get #way() {
    /** @type {Link[]} */ const way = [];
    const any = this.path.findIndex(({ isAny }) => isAny);
    for (const { text, isOwn } of any < 0 ? this.path : this.path.slice(0, any)) way.push({ text, isOwn });
    if (any < 0) return way;
    way.push({ text: null, isOwn: false });
    const after = this.path.slice(any).filter(({ isAny }) => !isAny);
    const end = after.findIndex(({ isOwn }) => !isOwn);
    const turn = after.slice(0, end < 0 ? after.length : end).map(({ text }) => text);
    if (turn.length) way.push({ text: turn.join(","), isOwn: true });
    return way;
  }

  /** Keeps the path to the reader's last decision as a line of his plan. */
  async keep() {
    const way = this.#way;
    const whole = way.slice(0, way.findLastIndex(({ isOwn }) => isOwn) + 1);
    const { refused } = await command(this.room, merged(this.#lines, whole));
    if (!refused && this.isOpen) this.room.tell(say("line_kept"));
  }

  /** Learns the lines of the plan anew, where it may have changed. */
  async #learn() {
    const { scene } = this.room;
    const shown = JSON.stringify([scene.get("plan"), scene.get("premove")]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const { imagined } = await this.room.send({ do: "imagine", path: [] });
    if (!imagined || shown !== this.#shown) return;
    this.#lines = imagined.known;
    this.#show();
  }

  /** Does what a key stands for; whether it stands for anything. @param {string} key */
  press(key) {
    const isOnBoard = this.room.board.hasFocus;
    const by = { u: -1, U: 1, ",": -1, ".": 1, ...(!isOnBoard && { ArrowLeft: -1, ArrowRight: 1 }) }[key];
    if (by) this.step(by);
    else if (key === "Escape" && !this.room.asking.decision.path.length) this.close();
    else return false;
    return true;
  }

  // ---- what is shown --------------------------------------------------------------------------

  /** What a decision is called; `null`: whatever comes. @param {string | null} text */
  #name(text) {
    return text === null ? say("whatever") : ENDS[text]?.() ?? text;
  }

  /** Shows the path and what may follow. A button that is gone then gives the keys to where the path ends. */
  #show() {
    if (!this.isOpen) return;
    const { activeElement: held } = document;
    const hadFocus = this.card.contains(held);
    const isOwn = Boolean(this.#now?.is_own);
    const way = this.#way;
    const nodes = nodesAt(this.#lines, way);
    const isKept = Boolean(way.length && nodes);
    const last = this.path.at(-1);
    const isAny = Boolean(isOwn && last?.isAny);
    write(this.sign, last ? say("imagined_after", { move: this.#name(last.text) }) : say("imagined"));
    write(this.words, isAny ? say("imagined_any") : isKept ? say("in_plan") : this.at ? "" : say("imagined_words"));
    /** @type {[string, Step | null][]} */
    const steps = [["0", null], ...this.path.map((step, n) => /** @type {[string, Step]} */ ([String(n + 1), step]))];
    keyed(this.steps, steps, (n) => el("li", {}, el("button", { type: "button", class: "quiet", click: () => this.#goBack(Number(n)) })), (item, step, n) => {
      const [button] = item.children;
      write(button, step ? say(step.isAny ? "if_any" : step.isOwn ? "then_move" : "if_move", { move: this.#name(step.text) }) : say("now"));
      attribute(button, "aria-current", Number(n) === this.at ? "step" : null);
    });
    const known = (nodes ?? []).map(({ do: text }) => /** @type {[string, string | null]} */ ([`${text}`, text]));
    keyed(this.known, known, () => el("button", { type: "button" }), (button, text) => {
      write(button, say("planned_move", { move: this.#name(text) }));
      button.onclick = () => (text === null ? this.imagineAny() : this.#walk(text));
    });
    const { draws = [], ends = [] } = this.#now ?? {};
    const others = (ends.length ? ends : draws).map((text) => /** @type {[string, string]} */ ([text, this.#name(text)]));
    keyed(this.choices, others, (text) => el("button", { type: "button", click: () => this.#walk(text) }), write);
    write(this.any, say(isOwn && last && !last.isOwn ? (isAny ? "only_this" : "whatever_instead") : "whatever"));
    this.any.hidden = isOwn ? !last || last.isOwn || last.text in ENDS : !this.#first || this.path.some((step) => step.isAny);
    this.keepLine.disabled = isKept || !this.path.some((step) => step.isOwn);
    if (hadFocus && (!this.card.contains(held) || held?.matches(":disabled, [hidden]"))) lead(/** @type {HTMLElement} */ (this.steps.querySelector("[aria-current]")));
  }
}

/** Lets the reader walk ahead. @param {Room} room */
export async function imagine(room) {
  if (!("hear" in room.replay) && !room.replay.isOpen) await new Imagination(room).begin();
}

/** Where the match stands: as long as that is the same, what is imagined of it holds. @param {Room} room */
function standOf({ scene }) {
  return JSON.stringify([scene.get("over"), scene.get("heading"), scene.get("state")?.depth, scene.row("turn").at(-1), scene.of("piece")]);
}

/** The nodes that follow a way down a tree; undefined: the way is not in it. @param {Node[]} nodes @param {Link[]} way @returns {Node[] | undefined} */
function nodesAt(nodes, [link, ...rest]) {
  if (!link) return nodes;
  const found = nodes.find((node) => node.do === link.text);
  return found && nodesAt(found.then, rest);
}

/** A tree with one more way; what the reader decides on it takes the place of what he had decided there. @param {Node[]} nodes @param {Link[]} way @returns {Node[]} */
function merged(nodes, [link, ...rest]) {
  if (!link) return nodes;
  const here = nodes.find((node) => node.do === link.text);
  const node = { do: link.text, then: merged(here?.then ?? [], rest), own: link.isOwn };
  if (link.isOwn) return [node];
  return here ? nodes.map((each) => (each === here ? node : each)) : [...nodes, node];
}
