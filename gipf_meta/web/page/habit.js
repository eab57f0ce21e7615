/** Keys and clicks that were meant as the rest of a decision which has completed itself. */

/**
 * The next inputs are deaf if they say a word that was left out, or press a key by which it would have been said; as many of
 * them as words were left out. Whatever else is done ends that, so it depends on no clock.
 */
export class Habit {
  /** @type {string[]} */ #words = [];
  /** @type {ReadonlySet<string>} */ #keys = new Set();

  /** Makes words deaf, each once, and as often the keys that would have said them. @param {readonly string[]} words @param {Iterable<string>} keys */
  expect(words, keys) {
    this.#words = [...words];
    this.#keys = new Set(keys);
  }

  /** Whether a key was meant for the decision before; any other leaves keys their meaning. @param {string} key */
  takesKey(key) {
    if (!this.#words.length || !this.#keys.has(key)) {
      this.#keys = new Set();
      return false;
    }
    this.#words.shift();
    return true;
  }

  /** Whether a word was meant for the decision before; any other ends the habit. @param {string} word */
  takesWord(word) {
    const at = this.#words.indexOf(word);
    if (at < 0) this.#words = [];
    else this.#words.splice(at, 1);
    return at >= 0;
  }
}
