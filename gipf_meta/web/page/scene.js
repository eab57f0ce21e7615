/** A scene: keyed elements of a picture, of which only those that changed are sent and drawn anew. */

/**
 * @template P the elements that there is one of, by their keys
 * @template K those that there are several of, by their kinds
 * @template N a key
 * @typedef {N extends keyof P ? P[N] : N extends `${infer I}:${string}` ? I extends keyof K ? K[I] : never : never} PartOf
 */

/** @template [P=Wire.SceneParts] @template [K=Wire.SceneKinds] */
export class Scene {
  constructor() {
    /** @type {Map<string, any>} */ this.parts = new Map();
    this.number = 0;
    this.at = 0;
  }

  /**
   * Takes a message of the room; gives the keys of what has changed.
   * @param {{number?: number, at_ms?: number, whole?: boolean, set: Partial<P>, gone?: string[]}} message
   */
  take(message) {
    const { parts } = this;
    /** @type {Set<string>} */ const changed = new Set();
    this.number = message.number ?? this.number;
    this.at = message.at_ms ?? this.at;
    for (const [key, part] of Object.entries(message.set)) {
      if (message.whole && same(parts.get(key), part)) continue;
      parts.set(key, part);
      changed.add(key);
    }
    const gone = message.whole ? [...parts.keys()].filter((key) => !(key in message.set)) : message.gone;
    for (const key of gone ?? []) {
      if (parts.delete(key)) changed.add(key);
    }
    return changed;
  }

  /**
   * A part by its key; undefined if the scene has none.
   * @template {(keyof P & string) | `${keyof K & string}:${string}`} N
   * @param {N} key @returns {PartOf<P, K, N> | undefined}
   */
  get(key) {
    return this.parts.get(key);
  }

  /**
   * The elements of one kind, by what follows the colon of their keys.
   * @template {keyof K & string} N @param {N} kind
   */
  of(kind) {
    /** @type {[string, NonNullable<K[N]>][]} */ const found = [];
    for (const [key, part] of this.parts) {
      if (key.startsWith(`${kind}:`)) found.push([key.slice(kind.length + 1), part]);
    }
    return found;
  }

  /** The elements that are numbered, in the order of their numbers: 12, 12.1.1, 12.1.2, 13. @template {keyof K & string} N @param {N} kind */
  row(kind) {
    return this.of(kind).sort(([a], [b]) => compare(a, b));
  }
}

const { compare } = new Intl.Collator("en", { numeric: true });

/** @param {any} one @param {any} other */
function same(one, other) {
  return one !== undefined && JSON.stringify(one) === JSON.stringify(other);
}

/** Whether a key of one of these kinds has changed. @param {Set<string>} changed @param {Wire.Kind[]} kinds */
export function touches(changed, ...kinds) {
  return [...changed].some((key) => kinds.includes(/** @type {Wire.Kind} */ (key.split(":")[0])));
}

/**
 * Makes the children of an element those of items, one each, in their order. A child stays as long
 * as its item's key does, and so does the focus in it.
 * @template T @template {Element} E
 * @param {Element} parent @param {Iterable<[string, T]>} items
 * @param {(key: string) => E} make @param {(child: E, item: T, key: string) => void} fill
 */
export function keyed(parent, items, make, fill) {
  const all = new Map(items);
  /** @type {Map<string, Element>} */
  const before = new Map([...parent.children].map((child) => [keyOf(child), child]));
  for (const [key, child] of before) if (!all.has(key)) child.remove(); // at first: what stays is not moved past it
  /** @type {Element | null} */ let next = parent.firstElementChild;
  for (const [key, item] of all) {
    const child = /** @type {E} */ (before.get(key)) ?? make(key);
    /** @type {any} */ (child).partKey = key;
    if (child === next) next = next.nextElementSibling;
    else parent.insertBefore(child, next);
    fill(child, item, key);
  }
}

/**
 * An element with attributes and children; a text is a child, too.
 * @template {keyof HTMLElementTagNameMap} N
 * @param {N} name @param {Record<string, string | number | boolean | null | ((event: any) => void)>} about
 * @param {(Node | string)[]} inside
 * @returns {HTMLElementTagNameMap[N]}
 */
export function el(name, about = {}, ...inside) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(about)) {
    if (typeof value === "function") made.addEventListener(key, value);
    else if (value !== null && value !== false) made.setAttribute(key, value === true ? "" : String(value));
  }
  made.append(...inside);
  return made;
}

/** An element of SVG. @param {string} name @param {Record<string, string | number>} about */
export function svg(name, about = {}) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(about)) made.setAttribute(key, String(value));
  return made;
}

/** Sets an attribute, or removes it for null. @param {Element} where @param {string} name @param {string | null} value */
export function attribute(where, name, value) {
  if (value === null) where.removeAttribute(name);
  else where.setAttribute(name, value);
}

/** The key of an element that `keyed` has made. @param {Element} child @returns {string} */
export const keyOf = (child) => /** @type {any} */ (child).partKey ?? "";

/** Puts markup of a scene into an element, unless it is there already. @param {Element} where @param {string} markup */
export function draw(where, markup) {
  const drawn = /** @type {any} */ (where);
  if (drawn.markup === markup) return;
  drawn.markup = markup;
  where.innerHTML = markup;
}

/** A picture of its own; one that is too large is cut, or else made smaller. @param {{box: number[] | null, markup: string}} picture */
export function picture({ box, markup }, isCut = false) {
  const made = /** @type {SVGSVGElement} */ (svg("svg", { viewBox: /** @type {number[]} */ (box).join(" "), preserveAspectRatio: isCut ? "xMinYMid slice" : "xMidYMid", "aria-hidden": "true" }));
  draw(made, markup);
  return made;
}

/** Writes a text, unless it stands there already: what is heard is not heard again. @param {Element} where @param {string} text */
export function write(where, text) {
  if (where.textContent !== text) where.textContent = text;
}

/** A copy of what a template of the page holds. @param {string} name @returns {any} */
export const make = (name) => byId(`make-${name}`).content.firstElementChild.cloneNode(true);

/** @param {string} id @returns {any} */
export const byId = (id) => document.getElementById(id);
