/** The texts of the page itself: they come with the answer to hello, in the reader's language. */

/** @type {Record<string, string>} */
const words = {};

/** Takes the texts of the page in the reader's language. @param {Record<string, string>} texts */
export function learn(texts) {
  Object.assign(words, texts);
}

/**
 * A text by its key, with the values that stand in {braces} in it; an unknown key is its own text.
 * @param {string} key @param {Record<string, string | number>} values
 */
export function say(key, values = {}) {
  return (words[key] ?? key).replace(/\{(\w+)\}/g, (all, name) => String(values[name] ?? all));
}
