/** What stands around the board: players with what each has, clocks, glasses, trays, score sheets, turns. */

import { pour, runDigits } from "./sand.js";
import { attribute, byId, el, keyed, keyOf, make, picture, touches, write } from "./scene.js";
import { sound } from "./sound.js";
import { showStakes } from "./theatre.js";

/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {[n: string, player: Wire.PlayerElement]} Seated */
/** Below this, a clock that runs against the reader is heard. */
const LOW_MS = 10_000;
/** Below this height, in pixels, a list of turns is no list: a turn may take several lines. */
const LOW_PX = 112;

export const narrow = matchMedia("(max-width: 699px)");

export class Side {
  /**
   * @param {import("./sand.js").Ticker} ticker
   * @param {{open(at: number): void, walk(at: string): void}} replay
   * @param {{isFlipped: boolean}} board
   */
  constructor(ticker, replay, board) {
    this.ticker = ticker;
    this.replay = replay;
    this.board = board;
    /** The seat whose score sheet was opened. */ this.due = -1;
  }

  /** Shows a scene: this moment's, or an *earlier* one, whose clocks are those of now. @param {Scene} scene @param {Set<string>} changed @param {Scene} [now] */
  show(scene, changed, now = scene) {
    if (touches(changed, "player", "face", "tray", "sheet")) this.seat(now, scene);
    if (touches(changed, "sheet", "player")) this.#sheets(scene);
    if (touches(changed, "countdown")) this.#glasses(scene);
    if (touches(changed, scene.get("tree") ? "tree" : "turn")) this.#turns(scene);
    if (touches(changed, "caption")) {
      const { text = "" } = scene.get("caption") ?? {};
      byId("caption").hidden = !text;
      write(byId("caption"), text);
    }
    if (touches(changed, "stakes", "below")) showStakes(scene);
  }

  /** Seats the players around the board, each with what he has: the reader below it, or who begins; turned round with the board
   * where two play. @param {Scene} now @param {Scene} shown the scene whose board is seen */
  seat(now, shown) {
    const seated = now.get("hand") ? [] : now.row("player"); // who sets a board up plays with nobody
    /** @type {Seated[]} */
    const players = seated.map(([n, player]) => [n, { ...player, ...shown.get(`player:${n}`), ...clockOf(player) }]);
    const reader = Math.max(0, players.findIndex(([, { you }]) => you));
    const around = [...players.slice(reader), ...players.slice(0, reader)];
    if (players.length === 2 && this.board.isFlipped) around.reverse();
    const faces = new Map(now.row("face"));
    this.#players("own", around.slice(0, 1), shown, faces);
    this.#players("across", around.slice(1), shown, faces);
    const seats = new Set(players.map(([, { seat }]) => seat));
    this.#trays(byId("trays"), shown.row("tray").filter(([, { seat }]) => seat === null || !seats.has(seat)));
  }

  /** @param {string} where @param {Seated[]} players @param {Scene} shown @param {Map<string, Wire.FaceElement>} faces */
  #players(where, players, shown, faces) {
    keyed(byId(where), players, () => make("player"), (item, player, n) => {
      const [face, stone, name, score, clock, holds] = /** @type {HTMLElement[]} */ ([...item.children]);
      showFace(face, faces.get(n));
      stone.hidden = !player.role;
      stone.style.setProperty("--stone", `var(--role-${player.role})`);
      const colour = /\d/.test(player.seat_name) ? "" : player.seat_name;
      write(name.children[0], player.name);
      write(name.children[1], player.name !== colour ? colour : "");
      item.className = ["player", player.due && "due", player.you && "you"].filter(Boolean).join(" ");
      attribute(item, "aria-current", player.due ? "true" : null);
      const his = (/** @type {{seat: number | null}} */ { seat }) => seat !== null && seat === player.seat;
      this.#trays(holds, shown.row("tray").filter(([, tray]) => his(tray)));
      const total = shown.row("sheet").find(([, sheet]) => his(sheet))?.[1].footer.at(-1);
      write(score, total?.[1] ?? "");
      if (total) score.setAttribute("aria-label", total.join(": "));
      this.#clock(n, clock, player);
    });
  }

  /** @param {string} n @param {HTMLElement} clock @param {Wire.PlayerElement} player */
  #clock(n, clock, { you, clock_ms: left_ms, clock_runs: runs = false }) {
    clock.hidden = left_ms === undefined;
    if (left_ms === undefined) return this.ticker.stop(`clock ${n}`);
    let isLow = left_ms < LOW_MS;
    runDigits(this.ticker, `clock ${n}`, clock, left_ms, runs, (left) => {
      if (you && !isLow && left < LOW_MS) sound.play("low");
      isLow = left < LOW_MS;
    });
  }

  /** @param {HTMLElement} where @param {[string, Wire.TrayElement][]} trays */
  #trays(where, trays) {
    keyed(where, trays, () => make("tray"), (card, tray) => {
      card.setAttribute("aria-label", tray.title);
      write(card.children[0], tray.title);
      /** @type {[string, Wire.HeapElement][]} */
      const items = tray.items.map((item) => [item.word, item]);
      keyed(card.children[1], [...inColumns(tray.items, /** @type {HTMLElement} */ (card.children[1])), ...items], (key) => (key[0] === "=" ? el("span", { "aria-hidden": "true" }) : make("item")), fillItem);
      card.className = items.length ? "tray" : "tray none";
    });
  }

  /** Shows the score sheets; of those that a seat has each, that of who decides is open, until somebody opens or shuts one. @param {Scene} scene */
  #sheets(scene) {
    const sheets = scene.row("sheet");
    const due = scene.of("player").find(([, player]) => player.due)?.[1].seat ?? -1;
    const isOther = due >= 0 && due !== this.due;
    if (isOther) this.due = due;
    keyed(byId("sheets"), sheets, () => {
      const card = make("sheet");
      card.open = !narrow.matches;
      return card;
    }, (card, sheet) => {
      if (isOther && sheet.seat !== null) card.open = sheet.seat === due;
      const [title, around] = card.children;
      write(title, sheet.title);
      around.setAttribute("aria-label", sheet.title);
      const [head, body] = around.children[0].children;
      const rows = (/** @type {string[][]} */ all, /** @type {"th" | "td"} */ kind) =>
        all.map((row) => el("tr", {}, ...row.map((cell, n) => {
          const isHead = kind === "th" ? cell !== "" : !n;  // an empty cell is no heading
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

  /** Lists the turns, in two columns where two play; in a study all lines, variations indented. @param {Scene} scene */
  #turns(scene) {
    const [tree, players] = [scene.get("tree"), scene.of("player")];
    const turns = scene.row(tree ? "tree" : "turn");
    const roles = new Map(players.map(([, { seat, role }]) => [seat, role]));
    const list = byId("turn-list");
    list.className = tree ? "tree" : players.length === 2 ? "two" : "";
    list.onclick = (/** @type {any} */ { target }) => {
      const button = target.closest("button");
      if (button?.value) this.replay.open(Number(button.value));
      else if (button) this.replay.walk(keyOf(button.parentElement));
    };
    keyed(list, turns, () => make("turn"), (item, turn, name) => {
      const [button] = /** @type {HTMLButtonElement[]} */ ([...item.children]);
      const [number, stone, played] = /** @type {HTMLElement[]} */ ([...button.children]);
      const role = roles.get(turn.seat);
      write(number, `${turn.number}.`);
      stone.hidden = !role;
      stone.style.setProperty("--stone", `var(--role-${role})`);
      if ("list_text" in turn) {
        write(played, /** @type {Wire.TurnElement} */ (turn).list_text);
        button.title = `${turn.name}: ${turn.text}`;
        button.value = String(turn.at);
      } else {
        write(played, [turn.text, turn.signs, turn.comment].filter(Boolean).join(" "));
        button.title = name;
        item.style.setProperty("--deep", String(name.split(".").length >> 1));
        button.value = "";
      }
      item.className = `seat-${turn.seat}`;
    });
    byId("turns").hidden = !turns.length;
  }

  /** Marks the turn that is looked at, and has it in sight. @param {Scene} scene @param {number} at a moment of the match */
  mark(scene, at = Infinity) {
    const last = scene.get("stand")?.at ?? scene.row("turn").filter(([, turn]) => turn.at <= at).at(-1)?.[0];
    for (const item of byId("turn-list").children) {
      const isHere = keyOf(item) === last;
      attribute(item, "aria-current", isHere ? "true" : null);
      if (isHere) scrollTo(item);
    }
  }

  /** Shows which things beside the board can be clicked next. @param {Set<string>} words @param {Set<string>} written @param {readonly string[]} path @param {readonly string[]} numbered those that keys say */
  light(words, written, path, numbered) {
    for (const button of document.querySelectorAll("#room [data-word]")) {
      const word = String(button.getAttribute("data-word"));
      button.classList.toggle("lit", written.has(word));
      button.setAttribute("aria-disabled", String(!words.has(word)));
      attribute(button, "aria-pressed", path.includes(word) ? "true" : null);
      attribute(button, "aria-keyshortcuts", numbered.includes(word) ? String(numbered.indexOf(word) + 1) : null);
    }
  }
}

/** Scrolls the list of turns, and nothing around it, so that one of its items is seen. @param {Element} item */
function scrollTo(item) {
  const list = byId("turn-list");
  const [own, all] = [item.getBoundingClientRect(), list.getBoundingClientRect()];
  list.scrollTop += Math.max(0, own.bottom - all.bottom) - Math.max(0, all.top - own.top);
  list.scrollLeft += Math.max(0, own.right - all.right) - Math.max(0, all.left - own.left);
}

/** Has the turns in one line where they have little height, and the one that is looked at in sight. */
new ResizeObserver(([{ target }]) => {
  target.classList.toggle("low", target.clientHeight < LOW_PX);
  const here = target.querySelector("[aria-current]");
  if (here) scrollTo(here);
}).observe(byId("turns"));

/** Shows a portrait, or none. @param {any} where @param {Wire.FaceElement} [face] */
function showFace(where, face) {
  if (where.markup === face?.markup) return;
  where.markup = face?.markup;
  where.replaceChildren(...(face ? [picture(face)] : []));
}

/** The clock of a player, as it runs now, whatever moment is looked at. @param {Wire.PlayerElement} player */
const clockOf = ({ you, clock_ms, clock_runs }) => ({ you, ...(clock_ms !== undefined && { clock_ms, clock_runs }) });

/**
 * Where heaps stand in columns: the heads of columns and rows, by keys that no heap has. The first row has the heaps of no column.
 * @param {Wire.HeapElement[]} items @param {HTMLElement} where @returns {[string, Wire.HeapElement][]}
 */
function inColumns(items, where) {
  const kinds = new Set(items.map((item) => item.column).filter(Boolean));
  const placed = kinds.size > 1 ? items.filter((item) => item.column) : []; // one kind needs none
  const [columns, rows] = [placed.map((item) => item.column), placed.map((item) => item.brief)].map((all) => [...new Set(all)]);
  where.className = columns.length ? "items columns" : "items";
  where.style.setProperty("--columns", String(columns.length));
  for (const item of placed) spots.set(item, [rows.indexOf(item.brief) + 2, columns.indexOf(item.column) + 2]);
  const head = (/** @type {string} */ brief, /** @type {[number, number]} */ spot) => {
    const made = /** @type {any} */ ({ brief });
    spots.set(made, spot);
    return /** @type {[string, any]} */ ([`=${brief}`, made]);
  };
  return [...columns.map((name, n) => head(String(name), [1, n + 2])), ...rows.map((name, n) => head(String(name), [n + 2, 1]))];
}

/** Row and column of what stands in columns. @type {WeakMap<object, [number, number]>} */
const spots = new WeakMap();

/** @param {HTMLElement} button @param {Wire.HeapElement} item @param {string} word */
function fillItem(button, item, word) {
  button.style.gridArea = (spots.get(item) ?? []).join(" / ");
  if (word[0] === "=") return write(button, item.brief);
  if (item.column) button.title = item.label;
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
  write(count, item.endless ? "" : goal ? `${item.count}/${goal}` : String(item.count));
  write(spoken, item.name);
  button.classList.toggle("none", !item.count);
  button.classList.toggle("goal", Boolean(goal));
}
