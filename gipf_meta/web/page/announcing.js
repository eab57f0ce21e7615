/** What has happened in a room, told in sounds and dialogs; and what the room asks. */

import { ask, shut } from "./dialogs.js";
import { byId, touches } from "./scene.js";
import { moments, sound } from "./sound.js";
import { Strip } from "./strip.js";
import { Waiting } from "./theatre.js";
import { say } from "./words.js";

export class Announcer {
  /** @param {import("./room.js").Room} room */
  constructor(room) {
    this.room = room;
    this.strip = new Strip();
    this.waiting = new Waiting(room.board);
    /** @type {Map<string, Wire.PieceElement>} */ this.pieces = new Map();
    this.depth = 0;
    this.opened = "";
    room.board.says = async (words, isHead) => {
      if (room.replay.isOpen || room.scene.get("lesson")) return;
      await import("./verdict.js").then(({ say }) => say(room, words, isHead), () => {}); // the server may be away
    };
    this.isNew = true;
    this.wasMine = false;
    /** @type {Record<string, number | undefined>} */ this.told = {};
  }

  /** Tells of what has changed in the room's scene, and *moved*. @param {Set<string>} changed @param {Wire.MovedElement} [moved] */
  tell(changed, moved) {
    const { room } = this;
    const { scene } = room;
    const state = /** @type {Wire.StateElement} */ (scene.get("state"));
    const over = scene.get("over");
    const follows = !room.replay.isOpen || scene.of("player").some(([, { you }]) => you); // all who play have agreed
    if (over?.rematch && changed.has("over") && !this.isNew && follows) return room.page.go(`room/${over.rematch}`);
    this.#askBeside(state);
    const [before, isAnother] = [this.pieces, !this.isNew && state.depth !== this.depth];
    this.pieces = new Map(scene.of("piece"));
    this.waiting.show(room.replay.isOpen ? undefined : scene.get("below"), isAnother);
    if (room.replay.isOpen) return;
    const isMine = scene.of("player").some(([, player]) => player.you && player.due);
    const isHeard = touches(changed, "piece") && !isAnother && !this.isNew;
    if (isHeard && !room.board.isMoving) sound.change(before, this.pieces, moved);
    if (isMine && !this.wasMine && !isAnother && !over && (document.hidden || !isHeard)) sound.play("turn");
    this.depth = state.depth;
    this.wasMine = isMine;
    document.body.classList.toggle("in-duel", state.depth > 0);
    if (over && changed.has("over") && !this.isNew) moments(({ showEnd }) => showEnd(room, over)); // the room shows it, too
    for (const name of /** @type {const} */ (["duel", "duel_over"])) this.#announce(name, state[name]);
    this.#askAll(state, over);
  }

  /** Shows nothing of the room any more. */
  clear() {
    this.strip.clear();
    this.waiting.clear();
  }

  /** Shows beside the board what the others ask of the reader. @param {Wire.StateElement} state */
  #askBeside(state) {
    const { room } = this;
    const question = [state.offer, state.request].find((one) => one?.asks);
    const seen = room.scene.number; // another question than this one may be asked by the answer
    this.strip.show(question, async (value) => {
      if ((await room.command({ do: "answer", accept: value === "yes", seen })).refused) this.tell(new Set());
    });
  }

  /** Asks what the room asks; shuts what is settled. @param {Wire.StateElement} state @param {Wire.EndElement | undefined} over */
  #askAll(state, over) {
    const { room } = this;
    this.#whileIt("fault", state.fault, async (fault) => {
      const { player } = fault;
      const answer = await this.#ask("fault", fault);
      if (answer === "again") room.command({ do: "ask_again" });
      else if (answer === "resign") room.command({ do: "resign", by: player });
      else if (answer === "draw") room.command({ do: "offer" });
      else if (answer) room.command({ do: "seat", player, kind: answer });
    });
    this.#whileIt("trouble", state.trouble, async (trouble) => {
      const answer = await this.#ask("trouble", trouble);
      if (answer) room.command({ do: "choose_duel", game: answer });
    });
    const rests = state.paused && room.may("go_on") && !over && !state.fault && !state.trouble;
    const isFree = room.scene.of("player").some(([, { free }]) => free);
    const news = state.duel ?? (state.duel_over && { ...state.duel_over, words: "" }); // each is asked once, the end is told already; then it is a pause like others
    const key = news ? `${Boolean(state.duel)} ${news.number}` : "";
    this.#whileIt("paused", rests && !isFree, async () => {
      /** @type {Wire.QuestionElement} */
      const rest = { title: say("paused"), words: say("no_time"), answers: [["on", say("go_on")]] };
      const question = state.ready ?? (news && key !== this.opened ? news : rest);
      if (!(await this.#ask("paused", question))) return;
      if (news) this.opened = key;
      room.command({ do: "go_on" });
    });
  }

  /**
   * Keeps a dialog open as long as something is so.
   * @template T @param {string} name @param {T | null | undefined | false} isSo @param {(so: T) => void} open
   */
  #whileIt(name, isSo, open) {
    if (isSo) open(isSo);
    else shut(name);
  }

  /** Asks a question of the room, which must be answered; nobody is kept from what he does. @param {string} name @param {Wire.QuestionElement} question */
  #ask(name, { title, words, answers }) {
    const isDuel = this.room.scene.get("state")?.depth;
    return ask(name, { title, lines: words.split("\n"), buttons: answers, must: true, comes: true, mood: isDuel ? "theatre" : "" });
  }

  /**
   * Has what is said in sight where a duel has begun, or is over, and lets it be heard, once.
   * @param {"duel" | "duel_over"} name @param {(Wire.DuelQuestion & Partial<Wire.DuelEndQuestion>) | null | undefined} news
   */
  #announce(name, news) {
    const known = this.told[name];
    this.told[name] = news?.number;
    if (!news || this.isNew || known === news.number) return;
    for (const sentence of byId("said").children) sentence.classList.add("act");
    sound.play(name, news.you);
    const { board } = this.room;
    if (news.winners) board.curtain = board.curtain.then(() => moments(({ showDuel }) => showDuel(this.room, news)));
  }
}
