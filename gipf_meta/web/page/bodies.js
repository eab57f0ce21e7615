/** What pieces are made of: as each game has them, all of wood, or plain. All boards refer to the bodies, so nothing is drawn anew. */

import { byId, svg } from "./scene.js";

/** The bodies that stand for others, by what people want. @type {Record<string, Record<string, string>>} */
const INSTEAD = {
  wood: { gloss: "disc", veined: "disc", marble: "disc" },
  plain: {
    ...Object.fromEntries(["disc", "marble", "ring", "square", "hex", "pointed"].map((name) => [name, `plain-${name}`])),
    ...{ gloss: "plain-disc", veined: "plain-disc" },
  },
};
/** Those that others stand for. @type {Map<Element, Element>} */ const away = new Map();

/** Makes all pieces of one kind. @param {string} wanted */
export function makePieces(wanted) {
  for (const [other, own] of away) other.replaceWith(own);
  away.clear();
  for (const [name, instead] of Object.entries(INSTEAD[wanted] ?? {})) {
    const own = byId("bodies").querySelector(`#m-${name}`);
    const other = svg("g", { id: `m-${name}` });
    other.append(svg("use", { href: `#m-${instead}` }));
    if (!own) continue;
    own.replaceWith(other);
    away.set(other, own);
  }
}
