/**
 * A decision while it is clicked: choices, narrowed word by word. Pure values.
 *
 * The words of a choice may be clicked in any order. Where choices have the same words in different
 * orders, as a-b and b-a, the order in which they are written decides; what is ordered is clicked as it
 * is written. As soon as only one choice is left, the decision is done: what remains of it need not be
 * clicked. The terminal narrows its choices in the same way, and is tested on the same cases.
 */

/** An array: [0] the notation, [1] the path (words to click), [2] the label. @typedef {Wire.Legal} Choice */

/** @type {readonly Choice[]} */
const NONE = [];

/** The words clicked so far, in the order of the clicks: words of some of the choices. */
export class Decision {
  /**
   * @param {readonly Choice[]} choices @param {readonly string[]} path
   * @param {boolean} completes whether it is done when one choice is left, after a word; else when all words of a choice were
   * clicked, as where words are counted up and down, or a piece is being dragged
   */
  constructor(choices = NONE, path = [], completes = true) {
    this.choices = choices;
    this.path = path;
    this.completes = completes;
    /** @type {readonly Choice[] | undefined} */ this._open = undefined;
    /** @type {string[] | undefined} */ this._words = undefined;
  }

  /** The choices that are still possible. */
  get open() {
    return (this._open ??= this.#findOpen());
  }

  #findOpen() {
    const { choices, path } = this;
    const orders = ordersThatDecide(choices);
    const rest = choices.filter(
      (choice) => missing(choice, path) && !breaksOrder(path, orders.get(choice)),
    );
    const exact = rest.filter((choice) => choice[1].length === path.length && begins(choice[1], path));
    const ended = rest.filter((choice) => choice[1].length === path.length);
    if (exact.length) return exact;
    if (ended.length && !rest.some((choice) => begins(choice[1], path))) return ended;
    // clicks that are all words of one choice, and begin another as it is written: the other
    return rest.filter((choice) => choice[1].length > path.length);
  }

  /** The words that come next as a choice is written, in the order of the choices. */
  get written() {
    const { path } = this;
    const next = this.open.filter((one) => one[1].length > path.length && begins(one[1], path));
    return [...new Set(next.map((choice) => choice[1][path.length]))];
  }

  /** The words that can be clicked next; none at the end. Those of `written` stand first. */
  get words() {
    return (this._words ??= this.#findWords());
  }

  #findWords() {
    if (this.done) return [];
    const orders = ordersThatDecide(this.choices);
    const found = new Set(this.written);
    for (const choice of this.open) {
      if (choice[4]) continue; // its next word is one of those as written
      const deciding = orders.get(choice);
      for (const word of missing(choice, this.path) ?? []) {
        if (!found.has(word) && !breaksOrder([...this.path, word], deciding)) found.add(word);
      }
    }
    return [...found];
  }

  /** The choice that has been made; null before. */
  get done() {
    const { open, path } = this;
    if (open.length !== 1 || !path.length) return null;
    return this.completes || open[0][1].length === path.length ? open[0] : null;
  }

  /** The words of the choice that has been made which were not clicked. */
  get unsaid() {
    return (this.done && missing(this.done, this.path)) ?? [];
  }

  /** The decision with one more word; null if no choice goes on with it. @param {string} word */
  with(word) {
    return this.words.includes(word) ? this.#with([...this.path, word]) : null;
  }

  /** The decision without the word that was clicked last. */
  withoutLast() {
    return this.#with(this.path.slice(0, -1));
  }

  /** The decision before its first word. */
  begunAnew() {
    return this.#with([]);
  }

  /** The same, done by its last word or as soon as one choice is left. @param {boolean} completes */
  thatCompletes(completes) {
    return new Decision(this.choices, this.path, completes);
  }

  /** @param {readonly string[]} path */
  #with(path) {
    return new Decision(this.choices, path, this.completes);
  }

  /** The decision with one such word less, which need not be the last. @param {string} word */
  without(word) {
    const last = this.path.lastIndexOf(word);
    return last < 0 ? this : this.#with(this.path.filter((_, n) => n !== last));
  }

  /**
   * The choice that one more word would complete, a word that is none of those counted.
   * @param {Record<string, number>} counted
   */
  coming(counted) {
    for (const choice of this.open) {
      const rest = missing(choice, this.path) ?? [];
      if (rest.length === 1 && !(rest[0] in counted)) return choice;
    }
    return null;
  }

  /** The choices that are still possible after a word. @param {string} word */
  choicesWith(word) {
    return this.with(word)?.open ?? NONE;
  }
}

/**
 * The choices whose notation begins with what was typed, capitals aside: eight at most, exact ones
 * first.
 * @param {readonly Choice[]} choices @param {string} typed
 */
export function completions(choices, typed, most = 8) {
  const wanted = typed.trim().toLowerCase();
  const found = choices.filter((choice) => choice[0].toLowerCase().startsWith(wanted));
  const isOther = (/** @type {Choice} */ choice) => Number(choice[0].toLowerCase() !== wanted);
  return found.sort((a, b) => isOther(a) - isOther(b)).slice(0, most);
}

/** A label at the beginning of a sentence: notation keeps its small letters. @param {string} text */
export const upper = (text) => (/^(a |\p{Ll}[\p{Ll}-]+(?=[ ,;.]|$))/u.test(text) ? text.slice(0, 1).toUpperCase() + text.slice(1) : text);

/** @param {readonly string[]} path @param {readonly string[]} clicked */
function begins(path, clicked) {
  return clicked.every((word, n) => path[n] === word);
}

/**
 * The words of a choice that have not been clicked; null if it lacks a clicked word, or does not begin with them though it is
 * ordered.
 * @param {Choice} choice @param {readonly string[]} clicked
 */
function missing([, path, , , isOrdered], clicked) {
  const rest = [...path];
  if (isOrdered && !begins(path, clicked)) return null;
  for (const word of clicked) {
    const at = rest.indexOf(word);
    if (at < 0) return null;
    rest.splice(at, 1);
  }
  return rest;
}

/** The words, each with how often it has come before. @param {readonly string[]} words */
function occurrences(words) {
  /** @type {Map<string, number>} */ const seen = new Map();
  return words.map((word) => {
    const before = seen.get(word) ?? 0;
    seen.set(word, before + 1);
    return `${before} ${word}`;
  });
}

/** Each two words of a path in their order, the earlier one first. @param {readonly string[]} path */
function ordersOf(path) {
  const words = occurrences(path);
  /** @type {Map<string, [string, string]>} */ const found = new Map();
  words.forEach((one, n) => {
    for (const other of words.slice(n + 1)) found.set(JSON.stringify([one, other]), [one, other]);
  });
  return found;
}

/** @typedef {[string, string][]} Orders */
/** @type {WeakMap<readonly Choice[], Map<Choice, Orders>>} */
const known = new WeakMap();

/**
 * For each choice that shares its words with another: the orders in which another differs.
 * @param {readonly Choice[]} choices
 */
function ordersThatDecide(choices) {
  const before = known.get(choices);
  if (before) return before;
  /** @type {Map<string, Choice[]>} */ const rivals = new Map();
  for (const choice of choices) {
    const words = JSON.stringify([...choice[1]].sort());
    rivals.set(words, [...(rivals.get(words) ?? []), choice]);
  }
  /** @type {Map<Choice, Orders>} */ const found = new Map();
  for (const group of rivals.values()) {
    if (new Set(group.map((choice) => JSON.stringify(choice[1]))).size < 2) continue;
    const each = group.map((choice) => ordersOf(choice[1]));
    group.forEach((choice, n) => {
      const differing = [...each[n]].filter(([key]) => !each.every((orders) => orders.has(key)));
      found.set(choice, differing.map(([, order]) => order));
    });
  }
  known.set(choices, found);
  return found;
}

/**
 * Whether the words clicked before all others are against one of the orders.
 * @param {readonly string[]} clicked @param {Orders | undefined} orders
 */
function breaksOrder(clicked, orders) {
  if (!orders?.length) return false;
  const first = occurrences(clicked);
  const at = new Map(first.map((word, n) => [word, n]));
  const late = first.length;
  return orders.some(([one, later]) => (at.get(later) ?? late) < (at.get(one) ?? late));
}
