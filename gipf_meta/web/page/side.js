/** What stands beside the board: players, clocks, glasses, trays, score sheets, turns. */

import { pour, runDigits } from "./sand.js";
import { attribute, byId, el, keyed, keyOf, make, picture, touches, write } from "./scene.js";
import { sound } from "./sound.js";
import { showStakes } from "./theatre.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** Below this, a clock that runs against the reader is heard. */
const LOW_MS = 10_000;

export const narrow = matchMedia("(max-width: 699px)");

export class Side {
  /**
   * @param {import("./sand.js").Ticker} ticker
   * @param {{open(at: number): void}} replay
   */
  constructor(ticker, replay) {
    this.ticker = ticker;
    this.replay = replay;
  }

  /** @param {Scene} scene @param {Set<string>} changed */
  show(scene, changed) {
    if (touches(changed, "player")) this.#players(scene);
    if (touches(changed, "tray")) this.#trays(scene);
    if (touches(changed, "sheet")) this.#sheets(scene);
    if (touches(changed, "countdown")) this.#glasses(scene);
    if (touches(changed, "turn")) this.#turns(scene);
    if (touches(changed, "caption")) this.#text("caption", scene.get("caption")?.text);
    if (touches(changed, "stakes", "below")) showStakes(scene);
  }

  /** @param {string} id @param {string | undefined} text */
  #text(id, text) {
    byId(id).hidden = !text;
    write(byId(id), text ?? "");
  }

  /** @param {Scene} scene */
  #players(scene) {
    keyed(byId("players"), scene.row("player"), () => make("player"), (item, player, n) => {
      const [stone, name, clock] = /** @type {HTMLElement[]} */ ([...item.children]);
      stone.hidden = !player.role;
      stone.style.setProperty("--stone", `var(--role-${player.role})`);
      const called = player.seat_name || player.name; // as prompts and captions call him
      write(name.children[0], called);
      write(name.children[1], player.name !== called ? player.name : "");
      item.className = ["player", player.due && "due", player.you && "you"].filter(Boolean).join(" ");
      attribute(item, "aria-current", player.due ? "true" : null);
      const { clock_ms: left_ms, clock_runs: runs = false } = player;
      clock.hidden = left_ms === undefined;
      if (left_ms === undefined) return this.ticker.stop(`clock ${n}`);
      let isLow = left_ms < LOW_MS;
      runDigits(this.ticker, `clock ${n}`, clock, left_ms, runs, (left) => {
        if (player.you && !isLow && left < LOW_MS) sound.play("low");
        isLow = left < LOW_MS;
      });
    });
  }

  /** @param {Scene} scene */
  #trays(scene) {
    keyed(byId("trays"), scene.row("tray"), () => make("tray"),
    (card, tray) => {
      card.setAttribute("aria-label", tray.title);
      write(card.children[0], tray.title);
      /** @type {[string, Wire.HeapElement][]} */
      const items = tray.items.map((item) => [item.word, item]);
      keyed(card.children[1], items, () => make("item"), fillItem);
      card.className = `tray ${items.length ? "" : "none"} ${tray.seat === null ? "common" : ""}`;
    });
  }

  /** @param {Scene} scene */
  #sheets(scene) {
    keyed(byId("sheets"), scene.row("sheet"), () => {
      const card = make("sheet");
      card.open = !narrow.matches;
      return card;
    }, (card, sheet) => {
      const [summary, around] = card.children;
      const [title, total] = summary.children;
      write(title, sheet.title);
      around.setAttribute("aria-label", sheet.title);
      const [, amount] = sheet.footer.at(-1) ?? [];
      write(total, amount ?? "");
      const [head, body] = around.children[0].children;
      const rows = (/** @type {string[][]} */ all, /** @type {"th" | "td"} */ kind) =>
        all.map((row) => el("tr", {}, ...row.map((cell, n) => {
          const isHead = kind === "th" || !n;
          const isPale = kind === "td" && cell.startsWith("(");
          return el(isHead ? "th" : "td", { class: isPale ? "pale" : null, scope: isHead ? (kind === "th" ? "col" : "row") : null }, cell);
        })));
      head.replaceChildren(...rows([sheet.columns], "th"));
      const last = sheet.footer.map(([name, value]) => el("tr", { class: "total" },
        el("th", { scope: "row", colspan: Math.max(1, sheet.columns.length - 1) }, name), el("td", {}, value)));
      body.replaceChildren(...rows(sheet.rows, "td"), ...last);
    });
  }

  /** @param {Scene} scene */
  #glasses(scene) {
    keyed(byId("glasses"), scene.of("countdown"), () => make("glass"), (button, count, id) => {
      const [, words, clock] = button.children;
      write(words.children[0], count.title);
      write(words.children[1], count.note ?? "");
      if (count.spoken) button.setAttribute("title", count.spoken);
      runDigits(this.ticker, `glass ${id}`, clock, count.left_ms, count.runs, (left) =>
        pour(button, left / count.full_ms));
      button.setAttribute("data-word", id);
    });
  }

  /** @param {Scene} scene */
  #turns(scene) {
    const turns = scene.row("turn");
    const list = byId("turn-list");
    const isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 60;
    keyed(list, turns, () => make("turn"),
      (item, turn) => {
        const [button] = /** @type {HTMLElement[]} */ ([...item.children]);
        write(button.children[0], `${turn.number}.`);
        write(button.children[1], turn.list_text ?? turn.text);
        button.title = turn.text;
        button.onclick = () => this.replay.open(turn.at);
        item.className = `seat-${turn.seat}`;
      });
    byId("turns").hidden = !turns.length;
    if (isAtEnd) list.scrollTop = list.scrollHeight;
  }

  /** Marks the turn that is looked at. @param {Scene} scene @param {number | null} at */
  mark(scene, at) {
    const turns = scene.of("turn").filter(([, turn]) => at !== null && turn.at <= at);
    const last = Math.max(-1, ...turns.map(([n]) => Number(n)));
    for (const item of byId("turn-list").children) {
      const isHere = at !== null && Number(keyOf(item)) === last;
      attribute(item, "aria-current", isHere ? "true" : null);
      if (isHere) scrollTo(item, byId("turn-list"));
    }
  }

  /** Shows which things beside the board can be clicked next. @param {Set<string>} words @param {Set<string>} written @param {readonly string[]} path */
  light(words, written, path) {
    for (const button of document.querySelectorAll("#room [data-word]")) {
      const word = String(button.getAttribute("data-word"));
      button.classList.toggle("lit", written.has(word));
      button.setAttribute("aria-disabled", String(!words.has(word)));
      attribute(button, "aria-pressed", path.includes(word) ? "true" : null);
    }
  }
}

/** Scrolls a list, and nothing around it, so that one of its items is seen. @param {Element} item @param {Element} list */
function scrollTo(item, list) {
  const [own, all] = [item.getBoundingClientRect(), list.getBoundingClientRect()];
  list.scrollTop += Math.max(0, own.bottom - all.bottom) - Math.max(0, all.top - own.top);
}

/** @param {Element} button @param {Wire.HeapElement} item @param {string} word */
function fillItem(button, item, word) {
  button.setAttribute("data-word", word);
  const [things, label, count, spoken] = button.children;
  const [, , width, height] = item.box;
  const drawn = /** @type {any} */ (things);
  if (drawn.markup !== item.markup) {
    drawn.markup = item.markup;
    const heap = picture(item, true);
    heap.style.setProperty("--wide", String(width / height));
    heap.style.setProperty("--first", String(item.first / height));
    things.replaceChildren(heap);
  }
  write(label, item.brief);
  const goal = item.goals.at(-1);
  write(count, goal ? `${item.count}/${goal}` : String(item.count));
  write(spoken, item.name);
  button.classList.toggle("none", !item.count);
  button.classList.toggle("goal", Boolean(goal));
}
