/** Keys and clicks that were meant as the rest of a decision which has completed itself. */

/**
 * The next inputs are deaf if they say a word that was left out, or press a key by which it would have been said; as many of
 * them as words were left out. Whatever else is done ends that, so it depends on no clock.
 */
export class Habit {
  /** @type {string[]} */ #words = [];
  /** @type {readonly string[]} */ #keys = [];

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
