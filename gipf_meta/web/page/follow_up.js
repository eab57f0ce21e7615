/**
 * What is asked for the next word of a decision: it names the piece and the place in the words of the choices. Loaded when first
 * needed. The terminal asks in the same way, and is tested on the same cases.
 */

import { upper } from "./deciding.js";

/** @typedef {import("./deciding.js").Decision} Decision */

/**
 * The question for the next word, as a key of the page's texts with its values: in the words of the choices.
 * @param {Decision} decision
 * @param {{places: Has, pieces: Has, heaps: Map<string, string>, name(word: string): string}} about the board, the kinds of the heaps
 * beside it, and what words are called
 * @returns {[string, Record<string, string>]}
 */
export function followUp({ words, path, open }, { places, pieces, heaps, name }) {
  const [first] = path;
  const kind = heaps.get(words[0]);
  if (kind && path.length === 1 && places.has(first) && !pieces.has(first) && words.every((word) => heaps.get(word) === kind)) return [`which_${kind}`, { place: first }];
  const count = words.filter((word) => places.has(word)).length;
  const place = [...path].reverse().find((word) => places.has(word));
  const label = commonWords(open.map((choice) => choice[2]), path.map(name).join(", "), place);
  return [count === words.length ? "choose_place" : count ? "which_or_place" : "which", { label }];
}

/** @typedef {{has(word: string): boolean}} Has */

/**
 * The words that all labels begin and end with, with a gap between them; before them what was said so far, unless they name its
 * last place.
 * @param {string[]} labels @param {string} said @param {string | undefined} place
 */
function commonWords(labels, said, place) {
  const split = labels.map((label) => label.split(" (")[0].split(" "));
  const [first] = split;
  const least = Math.min(...split.map((words) => words.length));
  const equal = (/** @type {string[][]} */ all, /** @type {number} */ most) => {
    let n = 0;
    while (n < most && all.every((words) => words[n] === all[0][n])) n += 1;
    return n;
  };
  const start = equal(split, least);
  const end = equal(split.map((words) => [...words].reverse()), least - start);
  if (!start && !end) return said;
  const gap = split.every((words) => words.length === start + end) ? [] : ["…"];
  const label = [...first.slice(0, start), ...gap, ...first.slice(first.length - end)].join(" ");
  return place && !label.replaceAll(",", "").split(" ").includes(place) ? `${said} – ${label}` : upper(label);
}
