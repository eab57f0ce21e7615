/**
 * Shows any screen of the desk: the parts that gipf_meta/desk/parts.py describes, as plain HTML.
 * A screen that comes again is changed where it differs: who types or chooses goes on with that.
 */

import { afterPress } from "./pressing.js";
import { el, write } from "./scene.js";
import { say } from "./words.js";

/** @typedef {Wire.Part} Part */
/** @typedef {Wire.Button["do"]} Message what a button or a form of a screen says */
/** @typedef {HTMLInputElement | HTMLSelectElement} Field */

/**
 * What a root shows: the screen, and how its messages are sent. `known` has the value of each field
 * that the desk knows; a field that differs was changed since. `asked` counts what the desk has not answered yet.
 * @typedef {{name: string, send: (message: Message) => any, known: Map<string, string | boolean>, asked: number}} Shown
 */

/** @type {WeakMap<HTMLElement, Shown>} */
const shown = new WeakMap();

/**
 * Shows a screen in root; another one than before from *y* on, in pixels.
 * @param {Wire.WrittenScreen} screen @param {HTMLElement} root @param {(message: Message) => any} send
 */
export function showScreen(screen, root, send, y = 0) {
  const name = JSON.stringify([screen.name, screen.about ?? {}]);
  const before = shown.get(root);
  const body = el("div", { class: `desk desk-${screen.name}` });
  if (screen.back) body.append(button({ text: `← ${say("back")}`, do: { do: "open", ...screen.back } }, "back"));
  body.append(...parts(screen.parts), el("p", { class: "refusal", role: "alert" }));
  if (before?.name === name && root.firstElementChild) {
    before.send = send;
    // an answer that a newer question has overtaken changes no field
    morph(root.firstElementChild, body, before.asked > 1 ? new Map() : before.known);
    noteKnown(root, before.known);
    return;
  }
  if (!before) listen(root);
  root.replaceChildren(body);
  const known = new Map();
  noteKnown(root, known);
  shown.set(root, { name, send, known, asked: 0 });
  root.tabIndex = -1;
  root.focus({ preventScroll: true });
  scrollTo(0, y);
}

/**
 * Says why the desk refused what was sent, and leads to the field that is to blame.
 * @param {HTMLElement} root @param {Wire.DeskRefusal} refusal
 */
export function showRefusal(root, { why, field }) {
  const line = root.querySelector(".refusal");
  if (line) line.textContent = why;
  const blamed = fields(root).find((each) => each.name === field);
  if (!blamed) return;
  blamed.setAttribute("aria-invalid", "true");
  for (let fold = blamed.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null) fold.open = true;
  blamed.focus();
}

// ---- what is sent ------------------------------------------------------------------------------

/** @param {HTMLElement} root */
function listen(root) {
  root.addEventListener("click", (event) => {
    const pressed = /** @type {Element} */ (event.target).closest("button[data-do]");
    if (pressed) give(root, JSON.parse(/** @type {HTMLElement} */ (pressed).dataset.do ?? "{}"));
  });
  root.addEventListener("submit", (event) => {
    event.preventDefault();
    submit(root, /** @type {HTMLFormElement} */ (event.target));
  });
  root.addEventListener("change", (event) => {
    const field = /** @type {Field} */ (event.target);
    field.removeAttribute("aria-invalid");
    if (field instanceof HTMLInputElement && field.files?.length) read(root, field);
    else if (field.form && field.dataset.live) submit(root, field.form, field.name);
  });
  root.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    /** @type {HTMLElement | null} */ (root.querySelector(".back"))?.click();
  });
}

/** Reads the file that was chosen, then submits its form. @param {HTMLElement} root @param {any} field */
async function read(root, field) {
  field.dataset.text = await field.files[0].text();
  submit(root, field.form, field.name);
  field.value = ""; // the same file can be chosen again
}

/** @param {HTMLElement} root @param {HTMLFormElement} form @param {string} [changed] */
function submit(root, form, changed) {
  const message = JSON.parse(form.dataset.do ?? "{}");
  const values = Object.fromEntries(fields(form).map((field) => [field.name, valueOf(field)]));
  for (const [name, value] of Object.entries(values)) shown.get(root)?.known.set(name, value);
  give(root, { ...message, values: { ...message.values, ...values }, ...(changed && { changed }) });
}

/** @param {HTMLElement} root @param {Message} message */
async function give(root, message) {
  const line = root.querySelector(".refusal");
  if (line) afterPress(() => write(line, ""));
  const here = /** @type {Shown} */ (shown.get(root));
  here.asked += 1;
  await here.send(message);
  here.asked -= 1;
}

// ---- parts ---------------------------------------------------------------------------------------

/** @type {{[K in Part["part"]]: (part: Extract<Part, {part: K}>) => Node}} */
const MAKERS = {
  heading: ({ text, level = 2 }) => el(/** @type {"h2"} */ (`h${level}`), {}, text),
  text: ({ text }) => paragraph(text),
  warning: ({ text }) => el("p", { class: "warning", role: "alert" }, text),
  prose: ({ html }) => marked("div", "prose", html),
  picture,
  button: (part) => el("p", { class: "choice" }, button(part), ...note(part.note)),
  field: entry,
  fold: (part) => el("details", {}, el("summary", {}, part.text), ...parts(part.parts)),
  form: (part) =>
    el(
      "form",
      { "data-do": JSON.stringify(part.do), novalidate: true, autocomplete: "off" },
      ...parts(part.parts),
      ...(part.button ? [el("button", { class: "primary" }, part.button)] : []),
    ),
  rows: ({ rows, columns, look = "list" }) => (columns ? table(rows, columns) : el("ul", { class: `rows ${look}` }, ...rows.map((each) => row(each, look)))),
};

/** The nodes of parts; fields of one group that follow each other stand in one frame. @param {Part[]} all @returns {Node[]} */
function parts(all) {
  /** @type {Node[]} */ const made = [];
  /** @type {HTMLElement | undefined} */ let frame;
  const last = all.findLastIndex((part) => part.part !== "button") + 1;
  if (last && all.length - last > 1) return [...parts(all.slice(0, last)), el("nav", { "aria-label": nameOf(all[last - 1]) }, ...parts(all.slice(last)))];
  let group = "";
  for (const part of all) {
    const node = /** @type {(part: Part) => Node} */ (MAKERS[part.part])?.(part);
    if (!node) continue;
    const own = (part.part === "field" && part.group) || "";
    if (own && own === group) frame?.append(node);
    else made.push(own ? (frame = el("fieldset", {}, el("legend", {}, own), node)) : node);
    group = own;
  }
  return made;
}

/** What a part says of itself. @param {Part} part */
const nameOf = (part) => ("text" in part ? part.text : null);

/** @param {Pick<Wire.Button, "text" | "do" | "primary">} part @param {string} [kind] */
function button({ text, do: message, primary }, kind = "") {
  const about = { type: "button", "data-do": JSON.stringify(message), class: primary ? "primary" : kind };
  return el("button", about, text);
}

/** @param {string | undefined} text @param {string} [id] */
function note(text, id) {
  return text ? [el("small", { ...(id && { id }) }, text)] : [];
}

/** @param {Wire.Picture} part */
function picture({ box, markup, name }) {
  const frame = marked("div", "picture", `<svg xmlns="http://www.w3.org/2000/svg">${markup}</svg>`);
  const drawn = /** @type {Element} */ (frame.firstElementChild);
  drawn.setAttribute("viewBox", box.join(" "));
  if (name) drawn.setAttribute("role", "img");
  drawn.setAttribute(name ? "aria-label" : "aria-hidden", name || "true");
  return frame;
}

/** @param {"div"} tag @param {string} kind @param {string} markup made by the desk, never by a player */
function marked(tag, kind, markup) {
  const made = el(tag, { class: kind });
  made.innerHTML = markup;
  return made;
}

/** @param {[string, string]} about */
const choice = ([value, words]) => el("option", { value }, words);
/** @param {string} text */
const paragraph = (text) => el("p", {}, text);
/** @param {string} text */
const cell = (text) => el("td", {}, text);

/** A field below its label, and what it means. @param {Wire.FormField} part */
function entry(part) {
  const { name, label, type, value, live, longest, least, most } = part;
  const id = `field-${name}`;
  const limits = least != null && most != null ? say("from_to", { least, most }) : "";
  const notes = note([part.note, limits].filter(Boolean).join(" · "), `${id}-note`);
  const about = { id, name, "data-live": live ? "1" : null, "aria-describedby": notes.length ? `${id}-note` : null };
  /** @type {Field} */ let field;
  if (type === "choice") {
    field = el("select", about, ...(part.choices ?? []).map(choice));
    field.value = String(value);
  } else if (type === "switch") {
    field = el("input", { ...about, type: "checkbox", role: "switch" });
    field.checked = Boolean(value);
  } else {
    const isFile = type === "file";
    field = el("input", { ...about, type: isFile ? "file" : "text", maxlength: longest ?? null, dir: "auto", inputmode: type === "number" ? "numeric" : null });
    field.value = String(value); // the text of a file is "" until one is chosen
  }
  return el("div", { class: `field of-${type}`, "data-key": name }, el("label", { for: id }, label), field, ...notes);
}

/** @param {Wire.ListRow} part @param {string} look */
function row({ cells, buttons = [], picture: drawn }, look) {
  const [name, ...more] = cells;
  const made = el("li", { class: "row-of-desk" });
  if (drawn) made.append(picture(drawn));
  made.append(el("div", { class: "cells" }, el(/large|wide/.test(look) ? "h2" : "strong", {}, name), ...more.map(paragraph)));
  const presses = buttons.map((each) => {
    const press = button(each);
    if (!each.text.includes(name)) press.setAttribute("aria-label", `${each.text}: ${name}`);
    return press;
  });
  if (presses.length) made.append(el("div", { class: "presses" }, ...presses));
  return made;
}

/** @param {Wire.ListRow[]} rows @param {string[]} columns */
function table(rows, columns) {
  const head = el("tr", {}, ...columns.map((title) => el("th", { scope: "col" }, title)));
  const lines = rows.map(({ cells: [name, ...cells] }) =>
    el("tr", {}, el("th", { scope: "row", dir: "auto" }, name), ...cells.map(cell)),
  );
  const made = el("table", {}, el("thead", {}, head), el("tbody", {}, ...lines));
  return el("div", { class: "scrolls", tabindex: 0, role: "region", "aria-label": columns[0] }, made);
}

// ---- changing what is shown ------------------------------------------------------------------------

/** @param {ParentNode} root @returns {Field[]} */
const fields = (root) => [...root.querySelectorAll(/** @type {"input"} */ ("input, select"))];

/** @param {any} field @returns {string | boolean} */
const valueOf = (field) => (field.type === "checkbox" ? field.checked : field.type === "file" ? (field.dataset.text ?? "") : field.value);

/** Forgets fields that are gone, and notes the values of new ones. @param {HTMLElement} root @param {Shown["known"]} known */
function noteKnown(root, known) {
  const here = new Map(fields(root).map((field) => [field.name, valueOf(field)]));
  for (const name of known.keys()) if (!here.has(name)) known.delete(name);
  for (const [name, value] of here) if (!known.has(name)) known.set(name, value);
}

/** Makes an element like a fresh one; its place, its focus and what was typed stay. @param {Element} old @param {Element} fresh @param {Shown["known"]} known */
function morph(old, fresh, known) {
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && name !== "open") old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  const isField = old.matches("input, select");
  const typed = isField && valueOf(/** @type {Field} */ (old));
  const keyed = new Map([...old.children].filter(keyOf).map((child) => [keyOf(child), child]));
  let place = old.firstChild;
  for (const next of [...fresh.childNodes]) {
    const key = keyOf(next);
    const like = key ? keyed.get(key) : place && !keyOf(place) ? place : undefined;
    if (like?.nodeName !== next.nodeName) {
      old.insertBefore(next, place);
      continue;
    }
    if (like === place) place = place.nextSibling;
    else old.insertBefore(like, place);
    if (like instanceof Element) morph(like, /** @type {Element} */ (next), known);
    else if (like.nodeValue !== next.nodeValue) like.nodeValue = next.nodeValue;
  }
  while (place) {
    const gone = place;
    place = place.nextSibling;
    gone.remove();
  }
  if (isField) refill(/** @type {Field} */ (old), /** @type {Field} */ (fresh), typed, known);
}

/** Takes the value of a fresh field, unless something else was typed since the desk heard of it. @param {Field} field @param {Field} fresh @param {string | boolean} typed @param {Shown["known"]} known */
function refill(field, fresh, typed, known) {
  if (field.type === "file") return;
  const value = typed === known.get(field.name) ? valueOf(fresh) : typed;
  if (typeof value === "string") field.value = value;
  else /** @type {HTMLInputElement} */ (field).checked = value;
  known.set(field.name, valueOf(fresh));
}

/** @param {Node} node */
const keyOf = (node) => (node instanceof HTMLElement ? (node.dataset.key ?? "") : "");
