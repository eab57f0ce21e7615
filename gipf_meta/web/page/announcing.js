/** What has happened in a room, told in sounds and dialogs; and what the room asks. */

import { ask, isAsking, shut } from "./dialogs.js";
import { el, picture, touches } from "./scene.js";
import { Strip } from "./strip.js";
import { sound } from "./sound.js";
import { say } from "./words.js";

export class Announcer {
  /** @param {import("./room.js").Room} room */
  constructor(room) {
    this.room = room;
    this.strip = new Strip();
    this.depth = 0;
    this.isNew = true;
    this.wasMine = false;
    /** @type {Record<string, number | undefined>} */ this.told = {};
  }

  /** Tells of what has changed in the room's scene. @param {Set<string>} changed */
  tell(changed) {
    const { room } = this;
    const { scene } = room;
    const state = /** @type {Wire.StateElement} */ (scene.get("state"));
    const over = scene.get("over");
    const follows = !room.replay.isOpen || scene.of("player").some(([, { you }]) => you); // all who play have agreed
    if (over?.rematch && changed.has("over") && !this.isNew && follows) return room.page.go(`room/${over.rematch}`);
    this.#askBeside(state);
    if (room.replay.isOpen) return;
    const isMine = scene.of("player").some(([, player]) => player.you && player.due);
    const isAnother = !this.isNew && state.depth !== this.depth;
    if (isAnother) sound.play("duel");
    else if (touches(changed, "piece") && !over) sound.play(isMine && !this.wasMine ? "turn" : "move");
    this.depth = state.depth;
    this.wasMine = isMine;
    document.body.classList.toggle("in-duel", state.depth > 0);
    if (over && changed.has("over") && !this.isNew) this.#announceEnd(over);
    for (const name of /** @type {const} */ (["duel", "duel_over"])) this.#announce(name, state[name]);
    this.#askAll(state, over);
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
    const isTold = isAsking("duel") || isAsking("duel_over") || room.scene.of("player").some(([, { free }]) => free);
    this.#whileIt("paused", rests && !isTold, async () => {
      /** @type {Wire.QuestionElement} */
      const question = state.ready ?? { title: say("paused"), words: say("no_time"), answers: [["on", say("go_on")]] };
      if (await this.#ask("paused", question)) room.command({ do: "go_on" });
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
    return ask(name, { title, lines: words.split("\n"), buttons: answers, must: true, comes: true });
  }

  /** Tells of a duel that has begun, or is over, once; then time goes on. @param {string} name @param {Wire.DuelQuestion | null | undefined} news */
  async #announce(name, news) {
    const { room } = this;
    const known = this.told[name];
    this.told[name] = news?.number;
    if (!news) return shut(name);
    if (this.isNew || known === news.number) return;
    const below = name === "duel" ? room.scene.get("below") : null;
    shut("duel");
    const answer = await ask(name, {
      title: news.title, lines: news.words.split("\n"), buttons: news.answers, mood: "theatre", comes: true,
      inside: below?.box && el("figure", {}, picture(below)),
    });
    if (room.isLeft) return;
    if (room.scene.get("state")?.paused && room.may("go_on")) room.command({ do: "go_on" });
    if (answer || document.activeElement === document.body || room.board.hasFocus) room.board.focus();
  }

  /** Lets the end of the match be heard; the room shows it. @param {Wire.EndElement} over */
  #announceEnd(over) {
    for (const name of /** @type {const} */ (["duel", "duel_over"])) shut(name);
    sound.play(over.you === "lost" ? "lost" : "won");
  }
}
