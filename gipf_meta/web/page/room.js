/** A room: one match as its reader sees it. */

import { Announcer } from "./announcing.js";
import { Asking } from "./asking.js";
import { Board } from "./board.js";
import { Deeds } from "./deeds.js";
import { ask, shutAll } from "./dialogs.js";
import { listenToDrags } from "./dragging.js";
import { fit } from "./fitting.js";
import { site } from "./identity.js";
import { hearKey } from "./keys.js";
import { Replay } from "./replay.js";
import { Ticker } from "./sand.js";
import { byId, el, keyed, Scene, touches, write } from "./scene.js";
import { narrow, Side } from "./side.js";
import { Typing } from "./typing.js";
import { say } from "./words.js";

/** What each match fills anew: no part of the match before it stays, nor what its buttons did. */
const FILLED = "board across own prompt words typed-list said deeds glasses trays sheets turn-list".split(" ");
/** What is hidden until a match shows it. */
const SHOWN_LATER = "path premove typed stakes caption turns".split(" ");
/** How many times as wide as high a board is, below which the rest stands. */
const BROAD = 1.45;
/** Shows how a match ended, once it has been loaded. @type {typeof import("./result.js").showResult | undefined} */
let showEnd;

/** Loads what shows the end of a match. */
const findEnd = () => import("./result.js").then((all) => { showEnd = all.showResult; }, () => {}); // the server may be away

/** How many sentences of news stand below the board, except on a phone. */
const MOST_NEWS = 12;

export class Room {
  /**
   * @param {string} id
   * @param {import("./line.js").Line} line
   * @param {{settings: Wire.PageSettings, go(hash: string): void, leave(wanted?: string): void, wayBack(): string, bring(text: string): void}} page
   */
  constructor(id, line, page) {
    this.id = id;
    this.line = line;
    this.page = page;
    this.scene = new Scene();
    if (id.startsWith("lesson-")) this.scene.number = Number(location.hash.split("/")[3]) >>> 0; // its page
    this.ticker = new Ticker();
    this.ending = new AbortController();
    for (const part of FILLED) byId(part).replaceChildren();
    for (const part of SHOWN_LATER) byId(part).hidden = true;
    this.asking = new Asking(this);
    this.board = new Board(byId("board"), this.ticker);
    /** What is shown instead of the match as it stands. @type {Replay | import("./imagining.js").Imagination} */ this.replay = new Replay(this);
    this.side = new Side(this.ticker, this.replay, this.board);
    this.typing = new Typing(this);
    this.deeds = new Deeds(this);
    this.announcer = new Announcer(this);
    /** @type {import("./inquiry.js").Inquiry | null} */ this.inquiry = null;
    /** @type {import("./own_signs.js").OwnSigns | undefined} */ this.own = undefined;
    /** @type {import("./together.js").Together | undefined} */ this.together = undefined;
    this.hasOthers = this.isToReview = false;
    /** What waits for the scene after an event. @type {[number, () => void][]} */ this.coming = [];
    /** Done once the scene on show was looked at long enough; the next one waits for it. @type {Promise<void> | undefined} */ this.rest = undefined;
    /** Ends the rest of the scene on show. @type {(end: void) => void} */ this.wake = () => {};
    /** What leads the eye in a lesson. @type {import("./guide.js").Guide | undefined} */ this.guide = undefined;
    listenToDrags(byId("room"), this.board, this.asking, this.ending.signal);
    byId("room").onclick = (/** @type {any} */ event) => {
      const { word } = event.target.closest("[data-word]")?.dataset ?? {};
      if (word) this.asking.choose(word);
    };
    byId("board").addEventListener("pointerover", () => this.toOwnSigns(), { once: true, signal: this.ending.signal });
    addEventListener("keydown", (event) => hearKey(this, event), { signal: this.ending.signal });
    this.use(page.settings);
    this.watch();
  }

  /** Applies settings. @param {Wire.PageSettings} settings */
  use(settings) {
    this.page.settings = settings;
    this.board.moves = settings.motion !== false;
  }

  /** Watches the room; its scene comes whole. */
  async watch() {
    const answer = await this.line.ask({ do: "watch", room: this.id, since: this.scene.number, want: "scene" });
    if (!answer.refused) return;
    const back = /** @type {[string, string][]} */ (site.address ? [["sign_in", say("come_back")]] : []);
    const chosen = await ask("gone", { title: say("no_room"), lines: [answer.why], buttons: [...back, ["", this.page.wayBack()]], comes: true });
    if (chosen) this.page.go(`screen/${chosen}`);
    else if (!this.isLeft) this.page.leave();
  }

  /** What the match is studied with, which comes when it is asked for first. */
  async toInquiry() {
    const { Inquiry } = await import("./inquiry.js");
    this.inquiry ??= new Inquiry(this);
    this.inquiry.follow();
    return this.inquiry;
  }

  /** What the reader draws on the board, which comes when a pointer is there, or what was drawn. */
  async toOwnSigns() {
    const { OwnSigns } = await import("./own_signs.js");
    return (this.own ??= new OwnSigns(this));
  }

  /** Leaves the room; the match is kept. */
  leave() {
    this.inquiry?.close();
    this.line.forget(this.id);
    this.line.ask({ do: "unwatch", room: this.id });
    this.ending.abort();
    this.ticker.clear();
    this.replay.stop();
    this.announcer.clear();
    shutAll();
    byId("room").hidden = true;
    byId("waiting")?.remove();
    byId("study")?.remove();
    document.body.classList.remove("in-duel");
  }

  /** Whether the reader has left. */
  get isLeft() {
    return this.ending.signal.aborted;
  }

  /** @param {Wire.InRoom} message @returns {Promise<Wire.Told>} */
  send(message) {
    return this.line.ask(/** @type {Wire.Sent} */ ({ room: this.id, ...message }));
  }

  /** Sends a command, and says why if it is refused; done when the scene is there to which it leads, which may come after the answer. @param {Wire.InRoom} message */
  async command(message) {
    if ("hear" in this.replay && /^(choose|play|premove)$/.test(message.do)) return this.replay.hear(/** @type {any} */ (message));
    const answer = await this.send({ seen: this.scene.number, ...message });
    const { number = 0 } = answer;
    if (answer.refused) this.tell(answer.why);
    else if (number > this.scene.number) await new Promise((done) => this.coming.push([number, () => done(0)]));
    return answer;
  }

  /** Whether the reader may do something now. @param {string} what */
  may(what) {
    return Boolean(this.scene.get("may")?.do.includes(what));
  }

  /** Says sentences below the board, after the last news that the reader has not answered: what stands there already is not heard again. @param {...string} sentences */
  tell(...sentences) {
    const news = this.replay.isOpen ? [] : this.scene.get("said")?.lines.slice(narrow.matches ? -3 : -MOST_NEWS) ?? [];
    keyed(byId("said"), [...news, ...(this.replay.isOpen || this.scene.get("over") ? [] : this.lines()), ...sentences].filter(Boolean).map((line) => [line, line]), (line) => el("p", {}, line), () => {});
  }

  /** What bots say now, to those who want faces. */
  lines() {
    return this.page.settings.faces === false ? [] : this.scene.of("face").map(([, { line }]) => line).filter(Boolean);
  }

  /** The scene that is shown: the room's, an earlier one, or one that is imagined. @returns {Scene} */
  get shown() {
    return this.replay.isOpen ? this.replay.scene : this.scene;
  }

  /** Takes a scene of the match, as soon as the one before has been seen. @param {Wire.SceneBody} message @param {Wire.MovedElement} [moved] @param {string[]} [verdict] */
  take(message, moved, verdict) {
    if (this.rest) this.rest.then(() => this.isLeft || this.#take(message, moved, verdict));
    else this.#take(message, moved, verdict);
  }

  /** @param {Wire.SceneBody} message @param {Wire.MovedElement} [moved] @param {string[]} [verdict] what a duel has decided */
  #take(message, moved, verdict) {
    this.rest = undefined;
    verdict?.forEach((words, n) => this.board.says(words, !n));
    const { scene } = this;
    if (message.set.below) this.announcer.waiting.note();
    const changed = scene.take(message);
    this.coming = this.coming.filter(([number, done]) => number > scene.number || done());
    byId("room").hidden = false; // as soon as there is something to be seen
    if (this.replay.isOpen) {
      this.replay.grow();
      this.side.show(this.replay.scene, new Set([...changed].filter((key) => key.startsWith("player"))), scene);
      this.side.show(scene, new Set([...changed].filter((key) => key.startsWith("turn"))));
    } else this.show(scene, changed, moved);
    if (touches(changed, "turn", "tree", "stand")) this.side.mark(scene, this.replay.isOpen ? this.replay.at : undefined);
    this.#entitle();
    if (touches(changed, "premove", "plan")) import("./planned.js").then(({ showPlanned }) => showPlanned(this));
    this.hasOthers ||= scene.of("player").some(([, { kind, you }]) => kind === "human" && !you);
    this.deeds.show();
    if (changed.has("over") || changed.has("may")) this.showResult(!this.announcer.isNew);
    if (changed.has("said")) this.asking.isWaiting = false;
    if (touches(changed, "said", "face")) this.tell();
    this.announcer.tell(changed, moved);
    this.announcer.isNew = false;
    if (!showEnd) findEnd();
    if (this.page.settings.toured === false && this.may("resign") && !scene.get("lesson")) import("./tour.js").then(({ showTour }) => showTour(this));
    this.showOthers();
    if (changed.has("shown")) import("./together.js").then(({ together }) => together(this).follow());
    if (touches(changed, "tree", "stand")) import("./study.js").then(({ showStudy }) => showStudy(this));
    if (changed.has("lesson")) import("./lesson.js").then(({ showLesson }) => showLesson(this));
    const rests_ms = scene.get("lesson")?.rests_ms;
    if (rests_ms) this.rest = new Promise((done) => {
      const seen = () => setTimeout(done, rests_ms);
      this.wake = done;
      this.board.motion.played.then(seen, seen);
    });
    if (this.page.settings.chances && this.may("chances")) this.toInquiry();
    if (this.isToReview && scene.get("over") && this.may("analyse")) this.deeds.do("review");
    this.isToReview = false;
    this.inquiry?.follow();
    this.fit();
  }

  /** Says in the title of the window, which is seen from elsewhere, whether the reader is to decide. */
  #entitle() {
    const heading = this.scene.get("heading")?.text ?? "";
    const isDue = !this.scene.get("over") && this.scene.of("player").some(([, { you, due }]) => you && due);
    document.title = isDue ? say("your_move", { heading }) : heading;
  }

  /** On a phone, leaves all that a turn needs in sight. */
  fit() {
    if (narrow.matches && !this.replay.isOpen && !this.scene.get("over")) fit(this.id);
  }

  /** Shows beside the board how the match ended, nothing before its end. @param {boolean} comes whether it has ended just now */
  showResult(comes = false) {
    const result = byId("result");
    const over = !this.replay.isOpen && this.scene.get("over");
    result.className = over ? `card end ${over.you ?? ""}` : "";
    byId("prompt").hidden = Boolean(over); // it says the same
    if (over && showEnd) showEnd(this, comes); // with the board, so that nothing moves twice
    else if (over) findEnd().then(() => this.isLeft || showEnd?.(this, comes));
    else for (const part of [result.firstElementChild, result.lastElementChild]) part?.replaceChildren();
  }

  /** Shows the others, where several people play. */
  showOthers() {
    if (this.hasOthers) import("./people.js").then(({ showPeople }) => showPeople(this));
  }

  /** Shows a scene, this moment's or an earlier one. @param {Scene} scene @param {Set<string>} changed @param {Wire.MovedElement} [moved] */
  show(scene, changed, moved) {
    /** @type {Wire.Kind[]} */ const drawn = ["board", "under", "point", "piece", "mark", "way"];
    const board = scene.get("board");
    byId("room").classList.toggle("boardless", !board);
    byId("room").classList.toggle("broad", Boolean(board && board.box[2] > BROAD * board.box[3]));
    if (touches(changed, ...drawn)) this.board.show(scene, changed, moved);
    this.own?.draw();
    this.side.show(scene, changed, this.scene);
    if (changed.has("heading")) write(byId("title"), scene.get("heading")?.games ?? "");
    if (touches(changed, "choices", "prompt", "names", "tray", "counted", "countdown", ...drawn)) this.asking.offer(scene);
    this.inquiry?.follow();
  }
}
