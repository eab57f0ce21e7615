/** What is asked of the reader: the choices, the words clicked so far, and a hint. */

import { Decision, upper } from "./deciding.js";
import { lead } from "./fitting.js";
import { Habit } from "./habit.js";
import { byId, keyed, make, write } from "./scene.js";
import { sound } from "./sound.js";
import { dress } from "./theatre.js";
import { say } from "./words.js";

/** An array: [0] the notation, [1] the path (words to click), [2] the label. @typedef {Wire.Legal} Choice */
/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {Wire.HintBody} Hint */

export class Asking {
  /** @param {import("./room.js").Room} room */
  constructor(room) {
    this.room = room;
    this.decision = new Decision();
    /** Whether a decision is done as soon as one choice is left: not where words are counted up and down. */
    this.completes = true;
    this.habit = new Habit();
    this.isWaiting = false;
    /** What was said last, until it is answered. @type {Promise<unknown>} */ this.said = Promise.resolve();
    /** What was decided and is on its way, as it was clicked. @type {readonly string[]} */ this.sent = [];
    /** The words that the keys 1 to 9 say: those that are no places, on the board's sides or below it. @type {readonly string[]} */ this.numbered = [];
    /** Those of the beginning of the decision: another heap can be taken, as by a click. @type {readonly string[]} */ this.begun = [];
    /** @type {number | undefined} */ this.turn = 0;
    /** @type {Hint | null} */ this.hint = null;
  }

  // ---- what is shown ------------------------------------------------------------------------

  /** Offers the choices of a scene; the words clicked stay where they still lead on. @param {Scene} scene */
  offer(scene) {
    /** @type {readonly Choice[]} */
    const choices = scene.get("choices")?.all ?? [];
    const turn = scene.get("state")?.turn;
    const isNew = choices !== this.decision.choices || turn !== this.turn; // another player may have the same choices
    if (isNew) {
      this.sent = [];
      this.isWaiting = false;
      if (this.hint) this.#showHint(null);
      this.completes = !Object.keys(scene.get("counted") ?? {}).length;
      const kept = new Decision(choices, this.decision.path, this.completes);
      const isKept = turn === this.turn && !this.decision.done && kept.open.length && !kept.done;
      this.decision = isKept ? kept : kept.begunAnew();
    }
    this.turn = turn;
    this.show(scene);
    if (isNew && !this.decision.path.length) this.#leadKeys();
  }

  /** Leads the keys to where the decision begins: to places with which a choice begins as it is written, else to any that
   * can be clicked. */
  #leadKeys() {
    const { words, choices } = this.decision;
    const begins = new Set(choices.map((choice) => choice[1][0]));
    const places = words.filter((word) => this.#isPlace(word));
    const first = places.filter((word) => begins.has(word));
    this.room.board.lead(first.length ? first : places);
  }

  /** Shows what can be clicked next. */
  show(scene = this.room.shown) {
    const { decision } = this;
    const { board, side } = this.room;
    const isDone = Boolean(decision.done);
    const words = isDone ? decision.path.slice(-1) : decision.words;
    const written = new Set(isDone ? words : decision.written.length ? decision.written : words);
    const legal = new Map(decision.path.length ? [] : scene.of("mark").flatMap(([, mark]) => (mark.kind === "legal" ? [[mark.at, Boolean(mark.takes)]] : [])));
    board.root.classList.toggle("edited", Boolean(this.hand));
    board.light(words, written, this.isWaiting ? this.sent : decision.path, legal);
    const counted = isDone ? {} : (scene.get("counted") ?? {});
    byId("words").inert = this.isWaiting; // they stand until what comes is there, so nothing moves twice
    if (!this.isWaiting) {
      const said = Object.keys(counted).length ? words : [...written];
      this.numbered = said.filter((word) => !this.#isPlace(word) && !(word in counted)).slice(0, 9);
      if (!decision.path.length) this.begun = this.numbered;
      this.#showWords(scene, said, counted);
    }
    side.light(new Set(words), written, [...decision.path, ...(this.hand ? [this.hand.word] : [])], this.numbered);
    const path = byId("path");
    path.hidden = !decision.path.length || this.isWaiting;
    if (!path.hidden) write(path.children[0], decision.path.map((word) => this.name(word)).join(", "));
    write(byId("prompt"), this.#question(scene, counted));
    this.room.guide?.show();
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
    const heaps = new Map(scene.of("tray").flatMap(([, { items }]) => items.map((item) => /** @type {[string, string]} */ ([item.word, item.kind]))));
    const { places, pieces } = this.room.board;
    const shown = byId("prompt");
    import("./follow_up.js").then(({ followUp }) => {
      if (decision === this.decision) write(shown, say(...followUp(decision, { places, pieces, heaps, name: (word) => this.name(word) })));
    }, () => {});
    return shown.textContent; // until then
  }

  /** What a word is called. @param {string} word */
  name(word) {
    return this.room.shown.get("names")?.[word] ?? word;
  }

  /** @param {string} word */
  #isPlace(word) {
    return this.room.board.places.has(word);
  }

  /** Shows the words that are neither places nor things beside the board. @param {Scene} scene @param {string[]} words @param {Record<string, number>} counted */
  #showWords(scene, words, counted) {
    const beside = new Set(scene.of("tray").flatMap(([, tray]) => tray.items.map((item) => item.word)));
    for (const [id] of scene.of("countdown")) beside.add(id);
    const said = this.decision.done ? [] : this.decision.choices.flatMap((choice) => choice[1]);
    const all = [...new Set([...Object.keys(counted), ...words, ...said])];
    const shown = all.filter((word) =>
      (words.includes(word) && !this.#isPlace(word) && !beside.has(word)) || word in counted);
    /** @type {[string, number][]} */
    const items = shown.map((word) => [word, this.numbered.indexOf(word) + 1]);
    keyed(byId("words"), items, (word) => make(word in counted ? "counter" : "word"), (item, n, word) => {
      if (word in counted) return this.#fillCounter(item, word, words.includes(word));
      item.dataset.word = word;
      const [key, name] = item.children;
      write(key, String(n || ""));
      write(name, this.name(word));
      dress(item, scene.get(`course:${word}`));
    });
  }

  /** @param {Element} item @param {string} word @param {boolean} goesOn whether one more may be chosen */
  #fillCounter(item, word, goesOn) {
    const [title, less, number, more] = /** @type {HTMLButtonElement[]} */ ([...item.children]);
    const [name, count] = [this.name(word), this.decision.path.filter((each) => each === word).length];
    write(title, name);
    write(number, String(count));
    less.disabled = !count;
    more.disabled = !goesOn;
    less.ariaLabel = say("less", { name });
    more.ariaLabel = say("more", { name });
    less.onclick = () => this.#decide(this.decision.without(word));
    more.onclick = () => this.choose(word);
  }

  /** What is in hand on a board that is set up. */
  get hand() {
    return this.room.scene.get("hand");
  }

  // ---- deciding -----------------------------------------------------------------------------

  /**
   * Adds a word, of the board or beside it; as soon as one choice is left, it is played. If the reader must confirm, a second
   * click on the last word, or a click on one that was filled in, plays it.
   * @param {string} word
   */
  choose(word) {
    const { decision } = this;
    if (this.room.replay.isOpen && !("hear" in this.room.replay)) return;
    if (this.hand && this.isWaiting) return void this.said.then(() => this.choose(word)); // clicks on a board that is set up come fast
    if (decision.done) {
      if ([decision.path.at(-1), ...decision.unsaid].includes(word)) this.#play(decision.done);
      return;
    }
    if (!decision.path.length && !this.hand && this.#isPlace(word) && this.habit.repeats(word)) return;
    if (!decision.path.length && this.habit.takesWord(word)) return this.tellWasPlayed();
    const after = decision.with(word)?.thatCompletes(this.completes);
    if (!after) {
      if (decision.path.at(-1) === word) this.back();
      else if (decision.path.length && decision.begunAnew().with(word)) {
        this.#decide(decision.begunAnew()); // another beginning
        this.choose(word);
      } else if (this.room.rest) this.room.wake();
      else if (!decision.choices.length) this.room.tell(this.room.scene.get("over") ? "" : say("not_your_turn"));
      else this.room.command({ do: "choose", path: [...decision.path, word] }); // which refuses it, and says why
      return;
    }
    if (after.done && !this.#mustConfirm()) {
      this.habit.note(word);
      this.#play(after.done, after.unsaid);
    } else this.#decide(after);
    sound.play("click");
  }

  /** Adds the word of a place from which something is being dragged: it waits for the drop; on a board that is set up it is said
   * at once, unless it is in hand. @param {string} word */
  hold(word) {
    if (this.hand?.word === word) return;
    if (this.hand) return this.choose(word);
    this.#decide(this.decision.thatCompletes(false).with(word) ?? this.decision);
    sound.play("click");
  }

  /** Leads the keys to the first choice; whether they are anywhere then. */
  focusFirst() {
    const [word] = [...this.decision.written, ...this.decision.words];
    if (this.#isPlace(word)) this.room.board.focus(word);
    else if (word) lead(byId("room").querySelector(`[data-word="${CSS.escape(word)}"]`));
    return document.activeElement !== document.body;
  }

  /** The keys that would say words now. @param {readonly string[]} words */
  #keysOf(words) {
    const keys = this.numbered.flatMap((word, n) => (words.includes(word) ? [String(n + 1)] : []));
    return words.some((word) => this.#isPlace(word)) ? [...keys, "Enter", " "] : keys;
  }

  /** Says, unless it was just now, that a key or a click was meant for the decision before; the keys stand as if it had not been. */
  tellWasPlayed() {
    this.#leadKeys();
    if (!this.habit.isFresh) this.room.tell(say("was_played"));
  }

  /** Says where what is dragged was dropped, if that is where it can go. @param {string | null} place */
  async drop(place) {
    await this.said; // a quick drop overtakes the answer
    const word = place ?? this.hand?.off;
    if (word && this.decision.with(word)) this.choose(word);
    else if (!this.hand) this.back();
  }

  /** Whether a click must be repeated, as the settings say: not on a board that is set up, nor while sand runs. */
  #mustConfirm() {
    return this.room.page.settings.confirm && !this.hand && !this.room.scene.of("piece").some(([, piece]) => piece.of_ms);
  }

  /** @param {Decision} decision */
  #decide(decision) {
    const { board } = this.room;
    this.decision = decision;
    if (decision.path.length) this.room.tell();
    this.show();
    this.room.fit();
    const places = decision.words.filter((word) => this.#isPlace(word));
    if (board.hasFocus && places.length === 1 && decision.words.length === 1) board.focus(places[0]);
  }

  /** Whether a place leads on to other places, so that it can be dragged there. @param {string} word */
  leads(word) {
    if (this.hand) return this.hand.carried.includes(word);
    const after = this.decision.done ? null : this.decision.thatCompletes(false).with(word);
    return Boolean(after && !after.done && after.words.some((next) => this.#isPlace(next)));
  }

  /** Whether there is anything to take back. */
  get hasBack() {
    return Boolean(this.decision.path.length || this.hint || this.room.scene.get("premove")?.waits);
  }

  /** Takes back the last word; before the first, the hint. */
  back() {
    if (!this.decision.path.length) {
      this.#showHint(null);
      if (this.room.scene.get("premove")?.waits) this.room.typing.withdraw();
    }
    this.#decide(this.decision.withoutLast());
  }

  /** @param {Choice} choice @param {string[]} unsaid words of it that are said by themselves */
  async #play(choice, unsaid = []) {
    this.habit.expect(unsaid, this.#keysOf(unsaid));
    this.decision = new Decision();
    this.isWaiting = true;
    this.sent = choice[1];
    this.show();
    const answer = await (this.said = this.room.command({ do: "choose", path: choice[1] }));
    this.isWaiting = false;
    if (answer.refused) {
      this.habit.expect();
      this.decision = new Decision(this.room.shown.get("choices")?.all ?? [], [], this.completes);
    }
    this.show();
  }

  // ---- a hint -------------------------------------------------------------------------------

  /** Asks for a hint, and shows it. */
  async askHint() {
    this.room.tell(say("hint_sought"));
    const { choices } = this.decision;
    const answer = await this.room.send({ do: "hint" });
    if (choices !== this.decision.choices) return; // the position has gone, and with it the hint
    if (answer.hint) this.#showHint(answer.hint);
    else if (answer.refused) this.room.tell(answer.why);
  }

  /** Shows a hint; with null it goes, and its words with it. @param {Hint | null} hint */
  #showHint(hint) {
    this.hint = hint;
    this.room.board.hint(hint);
    if (!hint) return this.room.tell();
    this.#decide(this.decision.begunAnew());
    this.room.tell(...hint.sentences);
  }
}
