/** The words that are typed: what completes them, and what each does here. The room knows them, and reads them. Loaded when first needed. */

import { ask } from "./dialogs.js";
import { bring } from "./fitting.js";
import { byId, el } from "./scene.js";
import { say } from "./words.js";

/** @typedef {import("./room.js").Room} Room */

/** The most lines that stand below the board: of the answer to a question, of the list that a word asks for. More stand in front of it. */
const [MOST_OF_ANSWER, MOST_OF_LIST] = [12, 5];
/** The most lines that are remembered, until the page is closed. */
const MOST_KEPT = 100;
/** What was typed on this page, in any room. @type {string[]} */
const typed = [];
/** The deeds of the page that words are called by other names. */
const DEEDS = /** @type {Record<string, string>} */ ({ draw: "offer", leave: "leave_match", begin: "begin_here", quit: "to_games" });

/** The words that can be typed in a room now. @param {Room} room @returns {Promise<Wire.WordTold[]>} */
export async function wordsOf(room) {
  const { answer } = room.may("ask") ? await room.send({ do: "ask", question: ":help" }) : {};
  return answer?.words ?? [];
}

export class Vocabulary {
  /** @param {Room} room */
  constructor(room) {
    this.room = room;
    /** @type {Wire.WordTold[]} */ this.words = [];
    /** Where one stands in what was typed; at its end: in a new line. */
    this.at = typed.length;
    this.draft = "";
    byId("typed-text").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.#press(event), { signal: room.ending.signal });
  }

  /** Begins a new line: the words may be others than before. */
  async begin() {
    this.at = typed.length;
    this.words = await wordsOf(this.room);
  }

  /** The words that a text begins, by their usual names, each with what it does; one with which a decision begins has the colon that forces it. @param {string} text @returns {[string, string][]} */
  completions(text) {
    const [, colon, begun] = /** @type {string[]} */ (text.match(/^(:?)(.*)$/s));
    return this.words.flatMap(({ names, shown, does }) => {
      const name = names.find((each) => each.length > 1 && plain(each).startsWith(plain(begun)));
      const isDecision = this.room.asking.decision.choices.some(([notation, path]) => name && (notation.toLowerCase().startsWith(name) || path.includes(name)));
      return name ? [[(isDecision ? ":" : colon) + name, `${shown}: ${does}`]] : [];
    });
  }

  /** Remembers a line. @param {string} text */
  note(text) {
    if (typed.at(-1) !== text) typed.push(text);
    typed.splice(0, typed.length - MOST_KEPT);
    this.at = typed.length;
  }

  /** Hears a key in the field: Tab completes, arrows walk through what was typed. @param {KeyboardEvent} event */
  #press(event) {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (ctrlKey || metaKey || altKey || shiftKey || event.isComposing) return;
    const field = byId("typed-text");
    if (key === "Tab" ? this.#complete(field) : this.#walk(field, { ArrowUp: -1, ArrowDown: 1 }[key] ?? 0)) event.preventDefault();
  }

  /** Writes all that every completion has in common; the only one whole. @param {HTMLInputElement} field */
  #complete(field) {
    const { value } = field;
    const all = [...byId("typed-list").children].map((one) => one.value);
    const first = all[0] ?? "";
    let length = first.length;
    while (!all.every((one) => plain(one).startsWith(plain(first.slice(0, length))))) length -= 1;
    const isMore = value && length > value.length;
    if (isMore) this.room.typing.write(first.slice(0, length));
    return isMore;
  }

  /** Shows what was typed before or after. @param {HTMLInputElement} field @param {number} by */
  #walk(field, by) {
    const to = this.at + by;
    if (!by || to < 0 || to > typed.length) return false;
    if (this.at === typed.length) this.draft = field.value;
    this.at = to;
    this.room.typing.write(typed[to] ?? this.draft);
    return true;
  }
}

/** Shows the answer to what was typed, or does what the word says. @param {Room} room @param {Wire.AnswerBody} answer @param {string} text @returns {Promise<boolean>} whether it is accepted */
export async function carryOut(room, { lines, refuses, command, word = "", argument = "" }, text) {
  if (command?.do === "seat" && room.scene.get(`claim:${command.player}`)) [command, word, argument] = [undefined, "claim", command.player]; // who is away loses a seat: that is asked
  if (command) return !(await room.command(/** @type {Wire.InRoom} */ (command))).refused;
  if (refuses) {
    room.tell(...lines);
    return false;
  }
  room.typing.close();
  if (word === "help") room.deeds.do("help");
  else if (!lines.length) await act(room, word, argument);
  else if (lines.length <= (word ? MOST_OF_LIST : MOST_OF_ANSWER)) {
    room.tell(...lines);
    bring(byId("said"));
  } else {
    const inside = el("div", {}, ...(word === "moves" ? listed(lines) : lines.map((line) => el("p", {}, line))));
    ask("answer", { title: text, inside, buttons: [["", say("close_dialog")]], mood: "answer" });
  }
  return true;
}

/** The rows of a list of moves, which are as long as fits here; where moves have labels, one a line. @param {string[]} lines */
function listed(lines) {
  const rows = lines.map((line) => line.trim().split(/ {2,}/));
  const isLong = rows.some((row) => row.length > 2);
  const cells = (/** @type {string[]} */ row) => el("p", {}, ...row.map((cell) => el("span", {}, cell)));
  const heads = rows.filter((_, n) => !lines[n].startsWith("  "));
  const moves = rows.filter((_, n) => lines[n].startsWith("  "));
  return [...heads, ...(isLong ? [moves.flat()] : moves)].map(cells);
}

/** Does what a word says that the page carries out itself. @param {Room} room @param {string} word @param {string} argument */
async function act(room, word, argument) {
  const deed = DEEDS[word] ?? word;
  if (word === "people") room.tell(...seats(room));
  else if (word === "back") byId("lesson")?.querySelector("button").click();
  else if (word === "copy") (await import("./clipboard.js")).copy(room, argument);
  else if (word === "invite") (await import("./invite.js")).invite(room, /^\d+$/.test(argument) ? argument : undefined);
  else if (word === "claim") (await import("./people.js")).claim(room, argument);
  else if (["resign", "offer", "pause"].includes(deed) && !room.may(deed)) room.command(/** @type {Wire.InRoom} */ ({ do: deed }));
  else room.deeds.do(deed);
}

/** Who sits where, a line each. @param {Room} room */
function seats({ scene }) {
  const here = scene.get("here");
  return scene.row("player").map(([n, { name, seat_name, kind, free, you }]) => {
    const isAway = here && kind === "human" && !you && !here.players.includes(Number(n));
    const state = free ? say("seat_free") : isAway ? say("away") : "";
    return `${Number(n) + 1}. ${[...new Set([seat_name, name])].filter(Boolean).join(": ")}${state && ` (${state})`}`;
  });
}

/** A text in small letters without accents. @param {string} text */
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
