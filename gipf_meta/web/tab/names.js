/** The names under which the tabs of this folder keep rows, hold locks and hear each other. */

export const NAME = `gipf-meta ${new URL("..", import.meta.url).pathname}`;

/** The lock of the tab that has a match. @param {number} match */
export const lockOf = (match) => `${NAME} ${match}`;
