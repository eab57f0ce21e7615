/** A room: one match as its reader sees it, and all that its reader may do. */

import { Board } from "./board.js";
import { completions, Decision } from "./deciding.js";
import { ask, isAsking, shut, shutAll } from "./dialogs.js";
import { showPremove } from "./premove.js";
import { Replay } from "./replay.js";
import { runSand, Ticker } from "./sand.js";
import { byId, el, keyed, keyOf, make, picture, Scene, touches, write } from "./scene.js";
import { Side } from "./side.js";
import { sound } from "./sound.js";
import { say } from "./words.js";

/** @typedef {import("./deciding.js").Choice} Choice */
/** @typedef {Record<string, any>} Message */

const ARROWS = /** @type {Record<string, [number, number]>} */ ({
  ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0],
  q: [-1, -1], w: [0, -1], e: [1, -1], a: [-1, 1], s: [0, 1], d: [1, 1],
});
/** What a key does: the name of a deed, and the command that the room must allow for it. */
const DEEDS = /** @type {[key: string, deed: string, needs?: string][]} */ ([
  ["H", "hint", "hint"], ["u", "take_back", "take_back"], ["U", "play_again", "play_again"],
  ["D", "offer", "offer"], ["R", "resign", "resign"], ["P", "pause", "pause"], ["P", "go_on", "go_on"],
  [":", "type", "play"], ["V", "replay"], ["B", "rematch", "rematch"], ["S", "save"], ["F", "flip"], ["C", "copy_link"],
  ["X", "sound"], ["Z", "fullscreen"], ["L", "rules"], ["?", "help"], ["E", "to_games"], ["m", "menu"],
]);
/** The deeds that have a button of their own. */
const BUTTONS = ["hint", "take_back", "play_again", "go_on", "rematch", "replay", "menu"];
/** So many of them at most, the menu among them. */
const MOST_BUTTONS = 4;
/** What each match fills anew: no part of the match before it stays, nor what its buttons did. */
const FILLED = "board players prompt words typed-list said deeds glasses trays sheets turn-list".split(" ");
/** What is hidden until a match shows it. */
const SHOWN_LATER = "path premove typed stakes caption turns".split(" ");

export class Room {
  /**
   * @param {string} id
   * @param {import("./line.js").Line} line
   * @param {{settings: Record<string, any>, go(hash: string): void}} page
   */
  constructor(id, line, page) {
    this.id = id;
    this.line = line;
    this.page = page;
    this.scene = new Scene();
    this.decision = new Decision();
    this.ticker = new Ticker();
    for (const part of FILLED) byId(part).replaceChildren();
    for (const part of SHOWN_LATER) byId(part).hidden = true;
    const deeds = {
      choose: (/** @type {string} */ word) => this.choose(word),
      unchoose: () => this.back(),
      leads: (/** @type {string} */ word) => this.#leads(word),
      look: (/** @type {number} */ at) => this.replay.open(at),
    };
    this.board = new Board(byId("board"), deeds);
    this.side = new Side(this.ticker, deeds);
    this.replay = new Replay(this);
    this.isWaiting = false;
    this.turn = 0;
    this.depth = 0;
    /** @type {Record<string, number | undefined>} */ this.told = {};
    this.isNew = true;
    this.hint = /** @type {Message | null} */ (null);
    this.ending = new AbortController();
    const { signal } = this.ending;
    byId("room").onclick = (/** @type {any} */ event) => {
      const { word } = event.target.closest("[data-word]")?.dataset ?? {};
      if (word) this.choose(word);
    };
    addEventListener("keydown", (event) => this.#key(event), { signal });
    byId("typed").addEventListener("submit", (/** @type {Event} */ event) => {
      event.preventDefault();
      this.#playTyped();
    }, { signal });
    byId("typed-text").addEventListener("input", () => this.#complete(), { signal });
    byId("room").hidden = false;
    this.use(page.settings);
    this.watch();
  }

  /** Applies settings. @param {Record<string, any>} settings */
  use(settings) {
    this.page.settings = settings;
    this.board.moves = settings.motion !== false;
  }

  /** Asks for scenes from the last number on. */
  watch() {
    this.line.ask({ do: "watch", room: this.id, since: this.scene.number, want: "scene" }).then((answer) => {
      if (answer.refused) {
        ask("gone", { title: say("no_room"), lines: [answer.why], buttons: [["", say("to_games")]] }).then(() => this.page.go(""));
      }
    });
  }

  /** Leaves the room; the match is kept. */
  leave() {
    this.line.forget(this.id);
    this.line.ask({ do: "unwatch", room: this.id });
    this.ending.abort();
    this.ticker.clear();
    shutAll();
    byId("room").hidden = true;
    document.body.classList.remove("in-duel");
  }

  /** @param {Message} message @returns {Promise<Message>} */
  send(message) {
    return this.line.ask({ room: this.id, ...message });
  }

  /** Sends a command, and says why if it is refused. @param {Message} message */
  async command(message) {
    const answer = await this.send({ seen: this.scene.number, ...message });
    if (answer.refused) this.tell(answer.why);
    return answer;
  }

  /** Says sentences below the board. @param {...string} sentences */
  tell(...sentences) {
    byId("said").replaceChildren(...sentences.filter(Boolean).map((sentence) => el("p", {}, sentence)));
  }

  // ---- showing ------------------------------------------------------------------------------

  /** Takes a scene of the match. @param {any} message @param {string[]} news */
  take(message, news = []) {
    const { scene } = this;
    const changed = scene.take(message);
    if (this.replay.isOpen) this.replay.grow();
    else this.show(scene, changed);
    this.side.show(scene, new Set([...changed].filter((key) => /^(player|turn)/.test(key))));
    if (changed.has("premove")) showPremove(scene, () => this.#withdraw());
    this.#showDeeds();
    if (news.length) {
      if (!this.replay.isOpen) this.tell(...news);
      this.isWaiting = false;
    }
    if (!this.replay.isOpen) this.#stage(changed);
    this.isNew = false;
  }

  /** Shows a scene, this moment's or an earlier one. @param {Scene} scene @param {Set<string>} changed */
  show(scene, changed) {
    const drawn = ["board", "under", "point", "piece", "mark"];
    byId("room").classList.toggle("boardless", !scene.get("board"));
    if (touches(changed, ...drawn)) this.board.show(scene, changed);
    if (touches(changed, "piece", "board")) this.#pour(scene);
    this.side.show(scene, changed);
    if (changed.has("heading")) write(byId("title"), (document.title = scene.get("heading")?.text ?? ""));
    if (touches(changed, "choices", "prompt", "names", "tray", "counted", "countdown", ...drawn)) this.#offer(scene);
  }

  /** @param {Scene} scene */
  #pour(scene) {
    for (const group of this.board.layers.pieces.children) {
      const id = keyOf(group);
      runSand(this.ticker, group, id, scene.get(`piece:${id}`));
    }
  }

  /** Offers the choices of a scene; the words clicked stay where they still lead on. @param {Scene} scene */
  #offer(scene) {
    /** @type {readonly Choice[]} */
    const choices = scene.get("choices")?.all ?? [];
    const turn = scene.get("state")?.turn;
    if (choices !== this.decision.choices) {
      const kept = new Decision(choices, this.decision.path);
      const isKept = turn === this.turn && !this.decision.done && kept.open.length && !kept.done;
      this.decision = isKept ? kept : new Decision(choices);
    }
    this.turn = turn;
    if (this.hint && !choices.some((choice) => choice[0] === this.hint?.notation)) this.#showHint(null);
    this.#showNext(scene);
  }

  /** Shows what can be clicked next. */
  #showNext(scene = this.replay.isOpen ? this.replay.scene : this.scene) {
    const { decision } = this;
    const isDone = Boolean(decision.done);
    const words = isDone ? decision.path.slice(-1) : decision.words;
    const written = new Set(isDone ? words : decision.written.length ? decision.written : words);
    const legal = scene.of("mark").flatMap(([, mark]) => (mark.kind === "legal" && !decision.path.length ? [mark.at] : []));
    this.board.light(words, written, decision.path, new Set(legal));
    const counted = isDone ? {} : (scene.get("counted") ?? {});
    this.#showWords(scene, Object.keys(counted).length ? words : [...written], counted);
    this.side.light(new Set(words), written, decision.path);
    const path = byId("path");
    path.hidden = !decision.path.length || this.isWaiting;
    if (!path.hidden) write(path.children[0], decision.path.map((word) => this.name(word)).join(", "));
    write(byId("prompt"), this.#question(scene, counted));
  }

  /** What is asked. @param {Scene} scene @param {Record<string, number>} counted */
  #question(scene, counted) {
    const { decision } = this;
    if (decision.done) return say("once_more", { label: upper(decision.done[2]) });
    const prompt = scene.get("prompt")?.text ?? "";
    if (!decision.path.length) return prompt;
    const coming = Object.keys(counted).length ? decision.coming(counted) : null;
    if (coming) return upper(coming[2]);
    if (decision.open.length === 1) return upper(decision.open[0][2]);
    const places = decision.words.filter((word) => this.board.places.has(word)).length;
    if (places === decision.words.length) return say("choose_place");
    return say(places ? "which_or_place" : "which");
  }

  /** What a word is called. @param {string} word */
  name(word) {
    return this.scene.get("names")?.[word] ?? word;
  }

  /** Shows the words that are neither places nor things beside the board. @param {Scene} scene @param {string[]} words @param {Record<string, number>} counted */
  #showWords(scene, words, counted) {
    const beside = new Set(scene.of("tray").flatMap(([, tray]) => tray.items.map((/** @type {any} */ item) => item.word)));
    for (const [id] of scene.of("countdown")) beside.add(id);
    const said = this.decision.done ? [] : this.decision.choices.flatMap((choice) => choice[1]);
    const all = [...new Set([...Object.keys(counted), ...words, ...said])];
    const shown = all.filter((word) =>
      (words.includes(word) && !this.board.places.has(word) && !beside.has(word)) || word in counted);
    /** @type {[string, number][]} */
    const items = shown.map((word, n) => [word, n]);
    keyed(byId("words"), items, (word) => make(word in counted ? "counter" : "word"), (item, n, word) => {
      const count = this.decision.path.filter((each) => each === word).length;
      if (word in counted) {
        const [name, less, number, more] = /** @type {HTMLButtonElement[]} */ ([...item.children]);
        write(name, this.name(word));
        write(number, String(count));
        less.disabled = !count;
        more.disabled = !words.includes(word);
        less.ariaLabel = say("less", { name: this.name(word) });
        more.ariaLabel = say("more", { name: this.name(word) });
        less.onclick = () => this.#setDecision(this.decision.without(word));
        more.onclick = () => this.choose(word);
        return;
      }
      item.dataset.word = word;
      const [key, name] = item.children;
      write(key, n < 9 ? String(n + 1) : "");
      write(name, this.name(word));
    });
  }

  // ---- what happens -------------------------------------------------------------------------

  /** Tells of what has happened, in sounds and in front of the board. @param {Set<string>} changed */
  #stage(changed) {
    const { scene } = this;
    const state = scene.get("state") ?? {};
    const over = scene.get("over");
    const isMine = scene.of("player").some(([, player]) => player.you && player.due);
    const isAnother = !this.isNew && state.depth !== this.depth;
    if (isAnother) sound.play("duel");
    else if (touches(changed, "piece") && !over) sound.play(isMine && !this.wasMine ? "turn" : "move");
    this.depth = state.depth;
    this.wasMine = isMine;
    document.body.classList.toggle("in-duel", state.depth > 0);
    if (over && changed.has("over") && !this.isNew) this.#announceEnd(over);
    for (const name of ["duel", "duel_over"]) this.#announce(name, state[name]);
    this.#whileIt("over", over, () => {});
    this.#whileIt("offer", state.offer?.asks, async () => {
      const answer = await this.#ask("offer", state.offer);
      if (answer) this.command({ do: "answer", accept: answer === "yes" });
    });
    this.#whileIt("fault", state.fault, async () => {
      const { player } = state.fault;
      const answer = await this.#ask("fault", state.fault);
      if (answer === "again") this.command({ do: "ask_again" });
      else if (answer === "resign") this.command({ do: "resign", by: player });
      else if (answer === "draw") this.command({ do: "offer" });
      else if (answer) this.command({ do: "seat", player, kind: answer });
    });
    this.#whileIt("trouble", state.trouble, async () => {
      const answer = await this.#ask("trouble", state.trouble);
      if (answer) this.command({ do: "choose_duel", game: answer });
    });
    const rests = state.paused && this.may("go_on") && !over && !state.fault && !state.trouble;
    const isTold = isAsking("duel") || isAsking("duel_over");
    this.#whileIt("paused", rests && !isTold, async () => {
      const question = state.ready ?? { title: say("paused"), words: say("no_time"), answers: [["on", say("go_on")]] };
      if (await this.#ask("paused", question)) this.command({ do: "go_on" });
    });
  }

  /** Keeps a dialog open as long as something is so. @param {string} name @param {any} isSo @param {() => void} open */
  #whileIt(name, isSo, open) {
    if (isSo) open();
    else shut(name);
  }

  /** Asks a question of the room, which must be answered. @param {string} name @param {any} question */
  #ask(name, { title, words, answers }) {
    return ask(name, { title, lines: words.split("\n"), buttons: answers, must: true });
  }

  /** Tells of a duel that has begun, or is over, once; then time goes on. @param {string} name @param {any} news */
  async #announce(name, news) {
    const known = this.told[name];
    this.told[name] = news?.number;
    if (!news) return shut(name);
    if (this.isNew || known === news.number) return;
    const below = name === "duel" && this.scene.get("below");
    shut("duel");
    await ask(name, {
      title: news.title, lines: news.words.split("\n"), buttons: news.answers, mood: "theatre",
      inside: below?.box && el("figure", {}, picture(below)),
    });
    if (this.ending.signal.aborted) return;
    if (this.scene.get("state").paused && this.may("go_on")) this.command({ do: "go_on" });
    this.board.focus();
  }

  /** @param {any} over */
  async #announceEnd(over) {
    for (const name of ["duel", "duel_over"]) shut(name);
    sound.play(over.you === "lost" ? "lost" : "won");
    const answer = await ask("over", {
      title: over.verdict || over.title, lines: over.words.split("\n"), buttons: [...over.answers].reverse(), mood: `end ${over.you}`,
    });
    if (answer) this.do(answer);
  }

  // ---- deciding -----------------------------------------------------------------------------

  /** Adds a word, of the board or beside it; the last word again confirms. @param {string} word */
  choose(word) {
    const { decision } = this;
    if (this.replay.isOpen) return;
    if (decision.done) {
      if (word === decision.path.at(-1)) this.#play(decision.done);
      return;
    }
    const after = decision.with(word);
    if (!after) {
      if (decision.path.at(-1) === word) this.back();
      else if (decision.path.length && new Decision(decision.choices).with(word)) {
        this.#setDecision(new Decision(decision.choices)); // another beginning
        this.choose(word);
      } else this.tell(this.#whyNot(word));
      return;
    }
    if (after.done && !this.#mustConfirm()) this.#play(after.done);
    else this.#setDecision(after);
    sound.play("click");
  }

  #mustConfirm() {
    return this.page.settings.confirm && !this.scene.of("piece").some(([, piece]) => piece.of_ms);
  }

  /** @param {Decision} decision */
  #setDecision(decision) {
    this.decision = decision;
    if (decision.path.length) this.tell();
    this.#showNext();
    const places = decision.words.filter((word) => this.board.places.has(word));
    if (this.board.hasFocus && places.length === 1 && decision.words.length === 1) this.board.focus(places[0]);
  }

  /** Whether a place leads on to other places, so that it can be dragged there. @param {string} word */
  #leads(word) {
    const after = this.decision.done ? null : this.decision.with(word);
    return Boolean(after && !after.done && after.words.some((next) => this.board.places.has(next)));
  }

  /** Why a word cannot be clicked. @param {string} word */
  #whyNot(word) {
    const { decision } = this;
    if (!decision.choices.length) return this.scene.get("over") ? "" : say("not_your_turn");
    const possible = decision.words.slice(0, 8).map((each) => this.name(each)).join(", ");
    return say("not_possible", { word: this.name(word), possible: possible + (decision.words[8] ? " …" : "") });
  }

  /** Takes back the last word; before the first, the hint. */
  back() {
    if (!this.decision.path.length) this.#showHint(null);
    if (!this.decision.path.length && this.scene.get("premove")?.waits) this.#withdraw();
    this.#setDecision(this.decision.withoutLast());
  }

  /** @param {Choice} choice */
  async #play(choice) {
    this.decision = new Decision();
    this.isWaiting = true;
    this.#showNext();
    const answer = await this.command({ do: "choose", path: choice[1] });
    this.isWaiting = false;
    if (answer.refused) this.decision = new Decision(this.scene.get("choices")?.all ?? []);
    this.#showNext();
  }

  /** Opens the field for moves and questions. */
  type(text = "") {
    byId("typed").hidden = false;
    byId("typed-text").value = text;
    byId("typed-text").focus();
    this.#complete();
  }

  #complete() {
    const found = completions(this.decision.choices, byId("typed-text").value);
    byId("typed-list").replaceChildren(...found.map((choice) => el("option", { value: choice[0] }, choice[2])));
  }

  async #playTyped() {
    const field = byId("typed-text");
    const text = field.value.trim();
    field.value = "";
    byId("typed").hidden = true;
    this.board.focus();
    if (!text) return;
    const isMove = this.decision.choices.some((choice) => choice[0].toLowerCase() === text.toLowerCase());
    if (!isMove && this.may("ask")) {
      const { answer } = await this.send({ do: "ask", question: text });
      if (answer?.lines?.length) return this.tell(...answer.lines);
    }
    this.command({ do: !isMove && this.may("premove") ? "premove" : "play", text });
  }

  /** Takes away what was said beforehand. */
  #withdraw() {
    this.command({ do: "premove" });
  }

  // ---- deeds --------------------------------------------------------------------------------

  /** Whether the reader may do something now. @param {string} what */
  may(what) {
    return Boolean(this.scene.get("may")?.do.includes(what));
  }

  get #deeds() {
    return DEEDS.filter(([, , needs]) => !needs || this.may(needs));
  }

  #showDeeds() {
    const keys = new Map(this.#deeds.map(([key, deed]) => [deed, key]));
    const deeds = BUTTONS.filter((deed) => keys.has(deed)).slice(0, MOST_BUTTONS - 1);
    /** @type {[string, string][]} */
    const shown = [...new Set([...deeds, "menu"])].map((deed) => [deed, keys.get(deed) ?? ""]);
    keyed(byId("deeds"), shown, (deed) => el("button", { type: "button", click: () => this.do(deed) }, say(deed)),
      (button, key) => button.setAttribute("aria-keyshortcuts", key));
  }

  /** Does what a key or a button stands for. @param {string} deed */
  async do(deed) {
    const { page } = this;
    if (deed === "hint") return this.#askHint();
    if (deed === "type") return this.type();
    if (deed === "resign") return this.#resign();
    if (deed === "offer") return this.#offerDraw();
    if (deed === "replay") return this.replay.isOpen ? this.replay.close() : this.replay.open();
    if (deed === "save") return this.#save();
    if (deed === "menu") return this.#menu();
    if (deed === "to_games" || deed === "leave") return page.go("");
    if (deed === "look") return this.board.focus();
    if (deed === "help") return page.go("screen/help");
    if (deed === "rules") return page.go(`screen/rules/${encodeURIComponent(JSON.stringify({ game: this.scene.get("state")?.game }))}`);
    if (deed === "flip") {
      this.board.flip(this.replay.isOpen ? this.replay.scene : this.scene);
      return this.#showNext();
    }
    if (deed === "sound") {
      sound.isOn = !sound.isOn;
      return sound.play("turn");
    }
    if (deed === "fullscreen") return document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
    if (deed === "copy_link") {
      await navigator.clipboard?.writeText(location.href);
      return this.tell(say("copied"));
    }
    this.command({ do: deed });
  }

  async #askHint() {
    this.tell(say("hint_sought"));
    const answer = await this.send({ do: "hint" });
    if (answer.hint) this.#showHint(answer.hint);
    else if (answer.refused) this.tell(answer.why);
  }

  /** @param {Message | null} hint */
  #showHint(hint) {
    this.hint = hint;
    this.board.hint(/** @type {any} */ (hint));
    if (!hint) return;
    this.#setDecision(new Decision(this.decision.choices));
    this.tell(...hint.sentences);
  }

  async #resign() {
    const answer = await ask("resign", {
      title: say("resign_title"), lines: [say(this.depth ? "resign_duel" : "resign_words", { game: this.scene.get("heading")?.text ?? "" })],
      buttons: [["yes", say("yes_resign")], ["", say("no")]],
    });
    if (answer) this.command({ do: "resign" });
  }

  async #offerDraw() {
    const answer = await ask("draw", { title: say("draw_title"), buttons: [["", say("no")], ["yes", say("yes_draw")]] });
    if (answer) this.command({ do: "offer" });
  }

  async #save() {
    const at = this.replay.isOpen ? { at: this.replay.at } : {};
    const answer = await ask("save", {
      title: say("save"), buttons: [["", say("no")], ["picture", say("picture")], ["record", say("record")]],
    });
    if (answer) this.command(answer === "picture" ? { do: answer, ...at } : { do: answer });
  }

  async #menu() {
    const deeds = this.#deeds.filter(([, deed]) => deed !== "menu");
    const answer = await ask("menu", {
      title: say("menu"),
      buttons: deeds.map(([key, deed]) => [deed, say(deed === "sound" && sound.isOn ? "sound_off" : deed), key]),
      mood: "menu",
    });
    if (answer) this.do(answer);
  }

  // ---- keys ---------------------------------------------------------------------------------

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { key, target } = event;
    const field = target instanceof Element && target.closest("input, select, textarea");
    if (field === byId("typed-text") && key === "Escape") {
      byId("typed").hidden = true;
      return this.board.focus();
    }
    if (event.ctrlKey || event.metaKey || event.altKey || isAsking() || field) return;
    if (this.#pressed(key, target)) event.preventDefault();
  }

  /** Does what a key stands for; whether it stands for anything. @param {string} key @param {EventTarget | null} target */
  #pressed(key, target) {
    if (this.replay.isOpen && this.replay.press(key)) return true;
    const onBoard = target === document.body || this.board.hasFocus;
    if (key in ARROWS && (onBoard || key.length === 1)) {
      this.board.walk(...ARROWS[key]);
      return true;
    }
    if (key === "Enter" || key === " ") {
      if (!this.board.hasFocus || !this.board.cursor) return false;
      this.choose(this.board.cursor);
      return true;
    }
    if (key === "Escape") this.back();
    else if (key === "n" || key === "N") this.board.next(key === "n" ? 1 : -1);
    else if (key === "/") this.type();
    else if (key >= "1" && key <= "9" && byId("words").querySelectorAll(".word")[Number(key) - 1]) {
      byId("words").querySelectorAll(".word")[Number(key) - 1].click();
    } else {
      const deed = this.#deeds.find((one) => one[0] === key);
      if (deed) this.do(deed[1]);
      else if (/^[\p{L}\p{N}]$/u.test(key) && (this.decision.choices.length || this.may("premove"))) this.type(key);
      else return false;
    }
    return true;
  }
}

/** @param {string} text */
const upper = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);
