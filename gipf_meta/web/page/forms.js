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
  if (screen.name === "launcher") body.querySelector(".cards")?.classList.replace("cards", "strip");
  if (before?.name === name && root.firstElementChild) {
    before.send = send;
    const typed = valuesOf(root);
    const told = valuesOf(body);
    const isOvertaken = before.asked > 1; // by a newer question: this answer changes no field
    morph(root.firstElementChild, body, (name) => typed.has(name) && (isOvertaken || typed.get(name) !== before.known.get(name)));
    before.known = new Map([...told].map(([name, value]) => [name, (isOvertaken ? before.known.get(name) : undefined) ?? value]));
    return draw(root, screen);
  }
  if (!before) listen(root);
  root.replaceChildren(body);
  shown.set(root, { name, send, known: valuesOf(root), asked: 0 });
  root.tabIndex = -1;
  root.focus({ preventScroll: true });
  scrollTo(0, y);
  draw(root, screen);
}

/** Has the next boards of a list of matches drawn, as long as some are missing. @param {HTMLElement} root @param {Wire.WrittenScreen} screen */
function draw(root, { name, about }) {
  if (name === "library" && root.querySelector("svg:empty")) give(root, { do: "submit", screen: name, about: about ?? {}, changed: "boards" });
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
    const pressed = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("button[data-do], button[data-proposed]"));
    if (pressed?.dataset.do) give(root, JSON.parse(pressed.dataset.do));
    else if (pressed) propose(pressed);
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
  root.addEventListener("focusin", ({ target }) => {
    const field = /** @type {Element} */ (target); // from below the bar at the end of a form: Firefox leaves it there
    if (field !== root && field.matches(":focus-visible")) field.scrollIntoView({ block: "nearest" });
  });
  root.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented || root.querySelector(":popover-open")) return;
    /** @type {HTMLElement | null} */ (root.querySelector(".back"))?.click();
  });
}

/** Fills in what a button beside a field proposes. @param {HTMLElement} pressed */
function propose(pressed) {
  const field = /** @type {Field} */ (pressed.closest(".field")?.querySelector("input"));
  field.value = pressed.dataset.proposed ?? "";
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

/** Reads the file that was chosen, then submits its form. @param {HTMLElement} root @param {any} field */
async function read(root, field) {
  const { textOf } = await import("./bringing.js");
  field.dataset.text = await textOf(field.files[0]);
  submit(root, field.form, field.name);
  field.value = ""; // the same file can be chosen again
}

/** @param {HTMLElement} root @param {HTMLFormElement} form @param {string} [changed] */
function submit(root, form, changed) {
  const message = JSON.parse(form.dataset.do ?? "{}");
  const values = valuesOf(form);
  for (const [name, value] of values) shown.get(root)?.known.set(name, value);
  give(root, { ...message, values: { ...message.values, ...Object.fromEntries(values) }, ...(changed && { changed }) });
}

/** @param {HTMLElement} root @param {Message} message */
async function give(root, message) {
  const line = root.querySelector(".refusal");
  if (line && message.changed !== "boards") afterPress(() => write(line, ""));
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
  form: ({ do: message, parts: all, button: text }) => {
    const last = all.at(-1);
    const words = text && last?.part === "text" ? last.text : ""; // what the button begins
    return el(
      "form",
      { "data-do": JSON.stringify(message), novalidate: true, autocomplete: "off" },
      ...parts(words ? all.slice(0, -1) : all),
      ...(text ? [el("div", { class: "begin" }, el("button", { class: "primary" }, text), ...note(words))] : []),
    );
  },
  rows: ({ rows, columns, look: size = "list" }) => {
    const first = rows[0]?.buttons?.[0]?.do.screen;
    const look = first === "lessons" ? "path" : first === "first_duel" ? `${size} hero` : size; // which can be played in motion
    return columns ? table(rows, columns) : el("ul", { class: `rows ${look}` }, ...rows.map((each, n) => row(each, look, `more-${n}`)));
  },
};

/** The nodes of parts; fields of one group that follow each other stand in one frame. @param {Part[]} all @returns {Node[]} */
function parts(all) {
  /** @type {Node[]} */ const made = [];
  /** @type {HTMLElement | undefined} */ let frame;
  const last = all.findLastIndex((part) => part.part !== "button") + 1;
  if (last && all.length - last > 1) return [...parts(all.slice(0, last)), el("nav", { "aria-label": nameOf(all[last - 1]) }, ...parts(all.slice(last)))];
  let group = "";
  for (const part of all) {
    let node = /** @type {(part: Part) => Node} */ (MAKERS[part.part])?.(part);
    if (!node) continue;
    const head = made.at(-1);
    if (node instanceof Element && node.matches(".path") && head instanceof HTMLHeadingElement) { // a chapter, in the tint of its game
      made.pop();
      node = el("section", { "data-board": node.querySelector("[data-board]")?.getAttribute("data-board") ?? null }, head, node);
    }
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

/** The pictures that came, by their keys, the last ones at the end: they are not sent again. @type {Map<string, string>} */
const pictures = new Map();
/** How many of them the desk is told of. */
const MOST_PICTURES = 80;

/** The keys of pictures that the page has. */
export function known() {
  const keys = [...pictures.keys()];
  for (const key of keys.slice(0, -3 * MOST_PICTURES)) pictures.delete(key); // an answer may be on its way
  return keys.slice(-MOST_PICTURES);
}

/** @param {Wire.Picture} part */
function picture({ box, name, key = "", markup = pictures.get(key) ?? "" }) {
  pictures.delete(key);
  if (key) pictures.set(key, markup);
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
  if (type === "choice" && part.shown_as && part.shown_as !== "list") return choices(part);
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
  const inside = type === "text" && part.choices?.length ? proposals(part, field) : field;
  return el("div", { class: `field of-${type}`, "data-key": name }, el("label", { for: id }, label), inside, ...notes);
}

/** Buttons that fill in what is usual in a field, beside it. @param {Wire.FormField} part @param {Field} field */
function proposals({ label, choices: every = [], value }, field) {
  const buttons = every.map(([proposed, words]) =>
    el("button", { type: "button", "data-proposed": proposed, "aria-pressed": String(proposed === value) }, words),
  );
  const own = el("span", { "aria-hidden": true }, say("another"));
  return el("div", { class: "proposed", role: "group", "aria-label": label }, ...buttons, own, field);
}

/** What can be chosen, side by side: buttons, or cards that say more. @param {Wire.FormField} part */
function choices({ name, label, choices: every = [], details = {}, shown_as: kind, value, live, note: said }) {
  const cards = every.map(([each, words]) => {
    const [called, more] = words.split(" · ");
    const { picture: drawn, strength, note: about } = details[each] ?? {};
    const radio = el("input", { type: "radio", name, value: each, checked: each === value, "data-live": live ? "1" : null });
    radio.checked = each === value;
    const inside = [...(drawn ? [picture(drawn)] : []), el("b", {}, called), ...(more ? [el("span", {}, more)] : [])];
    if (strength != null) inside.push(dots(strength));
    return el("label", { "data-key": each }, radio, ...inside, ...(kind === "cards" ? note(about) : []));
  });
  const about = { class: `field of-${kind}`, "data-key": name };
  return el("fieldset", about, el("legend", {}, label), el("div", { class: "every" }, ...cards), ...note(said));
}

/** A strength as dots, for those who see, and in words. @param {number} strength */
const dots = (strength) =>
  el("span", { class: "dots" }, el("i", { "aria-hidden": true }, "●".repeat(strength) + "○".repeat(5 - strength)), el("span", { class: "spoken" }, say("strength", { strength })));

/** A row of a list; in a plain one a menu has all but its first button. @param {Wire.ListRow} part @param {string} look @param {string} id the menu's */
function row({ cells, buttons = [], picture: drawn }, look, id) {
  const [name, ...more] = cells;
  const made = el("li", { class: "row-of-desk" });
  if (drawn) made.append(picture(drawn));
  made.append(el("div", { class: "cells" }, el(/large|wide/.test(look) ? "h2" : "strong", {}, name), ...more.map(paragraph)));
  const presses = buttons.map((each) => {
    const press = button(each);
    if (!look.includes("hero") && !each.text.includes(name)) press.setAttribute("aria-label", `${each.text}: ${name}`);
    return press;
  });
  if (look === "list" && presses.length > 2) {
    const rest = presses.splice(1);
    for (const press of rest) press.setAttribute("popovertarget", id); // which closes it
    /** @type {HTMLElement[]} */ (presses).push(el("button", { class: "more", popovertarget: id, "aria-label": `${say("menu")}: ${name}` }, "⋯"), el("div", { id, popover: "" }, ...rest));
  }
  if (presses.length) made.append(el("div", { class: "presses" }, ...presses));
  return made;
}

/** @param {Wire.ListRow[]} rows @param {string[]} columns */
function table(rows, columns) {
  const head = el("tr", {}, ...columns.map((title) => el("th", { scope: "col" }, title)));
  const lines = rows.map(({ cells: [name, ...cells], picture: drawn }) =>
    el("tr", {}, el("th", { scope: "row", dir: "auto" }, el("span", {}, name), ...(drawn ? [picture(drawn)] : [])), ...cells.map(cell)),
  );
  const made = el("table", {}, el("thead", {}, head), el("tbody", {}, ...lines));
  return el("div", { class: "scrolls", tabindex: 0, role: "region", "aria-label": columns[0] }, made);
}

// ---- changing what is shown ------------------------------------------------------------------------

/** The fields below *root*; of those of one name that of the value that is chosen. @param {ParentNode} root @returns {Field[]} */
const fields = (root) =>
  [...root.querySelectorAll(/** @type {"input"} */ ("input, select"))].filter((field) => field.type !== "radio" || field.checked);

/** @param {any} field @returns {string | boolean} */
const valueOf = (field) => (field.type === "checkbox" ? field.checked : field.type === "file" ? (field.dataset.text ?? "") : field.value);

/** What stands in the fields below *root*, by their names. @param {ParentNode} root */
const valuesOf = (root) => new Map(fields(root).map((field) => [field.name, valueOf(field)]));

/** Makes an element like a fresh one; its place, its focus and what was typed stay: in fields that *stay*. @param {Element} old @param {Element} fresh @param {(name: string) => boolean} stays */
function morph(old, fresh, stays) {
  if (old.matches(".hero .alive") || (old.matches(".picture") && old.isEqualNode(fresh))) return;
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && name !== "open") old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
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
    if (like instanceof Element) morph(like, /** @type {Element} */ (next), stays);
    else if (like.nodeValue !== next.nodeValue) like.nodeValue = next.nodeValue;
  }
  while (place) {
    const gone = place;
    place = place.nextSibling;
    gone.remove();
  }
  if (old.matches("input, select")) refill(/** @type {Field} */ (old), /** @type {Field} */ (fresh), stays);
}

/** Takes the value of a fresh field, unless something else was typed since the desk heard of it. @param {any} field @param {any} fresh @param {(name: string) => boolean} stays */
function refill(field, fresh, stays) {
  if (field.type === "file" || stays(field.name)) return;
  if (field.type === "checkbox" || field.type === "radio") field.checked = fresh.checked;
  else field.value = fresh.value;
}

/** @param {Node} node */
const keyOf = (node) => (node instanceof HTMLElement ? (node.dataset.key ?? "") : "");
