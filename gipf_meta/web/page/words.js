/** The texts of the page itself: they come with the answer to hello; what may be said before stands in the page. */

/** @type {Record<string, Record<string, string>>} */
const first = JSON.parse(document.body.dataset.words ?? "{}");
/** @type {Record<string, string>} */
const words = { ...(first[navigator.language.slice(0, 2)] ?? first.en) };

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
