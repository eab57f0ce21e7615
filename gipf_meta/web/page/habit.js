/** Keys and clicks that were meant as the rest of a decision which has completed itself. */

/** How soon after a decision a click on its end is one too many, of which nobody needs to hear, ms. */
const SOON_MS = 700;

/**
 * The next inputs are deaf if they say a word that was left out, or press a key by which it would have been said; as many of
 * them as words were left out. Whatever else is done ends that, so it depends on no clock. Only whether it is told does.
 */
export class Habit {
  /** @type {string[]} */ #words = [];
  /** @type {readonly string[]} */ #keys = [];
  #last = "";
  #since = -Infinity;

  /** Notes that a decision was made just now, by its last word. @param {string} word */
  note(word) {
    this.#last = word;
    this.#since = performance.now();
  }

  /** Whether a decision was made just now. */
  get isFresh() {
    return performance.now() - this.#since < SOON_MS;
  }

  /** Whether a word ended the decision that was made just now: two clicks were meant as one. @param {string} word */
  repeats(word) {
    return this.isFresh && word === this.#last;
  }

  /** Makes words deaf, each once, and as often the keys that would have said them. @param {string[]} words @param {readonly string[]} keys */
  expect(words = [], keys = []) {
    this.#words = words;
    this.#keys = keys;
  }

  /** Whether a key was meant for the decision before; any other leaves keys their meaning. @param {string} key */
  takesKey(key) {
    if (this.#keys.includes(key) && this.#words.shift()) return true;
    this.#keys = [];
    return false;
  }

  /** Whether a word was meant for the decision before; any other ends the habit. @param {string} word */
  takesWord(word) {
    const at = this.#words.indexOf(word);
    if (at < 0) this.expect();
    else this.#words.splice(at, 1);
    return at >= 0;
  }
}
