/** Questions and announcements in front of the board. */

import { byId, el } from "./scene.js";

/** @typedef {[value: string, text: string, key?: string]} Answer */
/** @typedef {{title: string, lines?: string[], buttons: Answer[], inside?: Node | false | null | undefined, mood?: string, must?: boolean, close?: string, comes?: boolean}} Question */

/** How long what the reader has not opened himself takes no key and no click, ms: they were meant for something else. */
const DEAF_MS = 500;

/** The dialogs, open or just closed: the browser tells of a closing a moment later. @type {Map<string, HTMLDialogElement>} */
const dialogs = new Map();

/**
 * Asks; gives the value of the button that was chosen, null if the dialog was left. The last button
 * is what most will choose. A question that must be answered cannot be left by Escape; *close* names
 * a cross that leaves it. What *comes* without being asked for by the reader takes nothing from him:
 * the page below can be used, the focus stays where it is, and its buttons are deaf at first.
 * @param {string} name of the dialog; one that is open is not opened again, but gets the focus if the reader wants it
 * @param {Question} question
 * @returns {Promise<string | null>}
 */
export function ask(name, { title, lines = [], buttons, inside = null, mood = "", must = false, close = "", comes = false }) {
  if (isAsking(name)) {
    if (!comes) /** @type {HTMLElement | null} */ (dialogs.get(name)?.querySelector(".primary"))?.focus();
    return new Promise(() => {});
  }
  const words = lines.filter(Boolean).map((line) => el("p", {}, line));
  const choices = buttons.map(([value, text, key], n) => {
    const isUsual = n === buttons.length - 1 && !key;
    return el("button", { value, class: isUsual && "primary", autofocus: isUsual && !comes }, text, ...(key ? [el("kbd", {}, key)] : []));
  });
  const id = `title-of-${name}`;
  const said = el("div", comes ? { "aria-live": "polite" } : {});
  const row = el("div", { class: buttons.length > 3 ? "buttons many" : "buttons" }, ...choices);
  const form = el("form", { method: "dialog" }, said, ...(inside ? [inside] : []), row);
  if (close) form.append(el("button", { value: "", class: "cross", "aria-label": close, title: close }, "×"));
  const dialog = el("dialog", { "aria-labelledby": id, class: mood, "data-must": must }, form);
  if (comes && !byId("room").hidden) byId("asking").before(dialog); // Tab leads there from the board
  else document.body.append(dialog);
  dialogs.set(name, dialog);
  return new Promise((answer) => {
    dialog.addEventListener("cancel", (event) => must && event.preventDefault());
    dialog.addEventListener("click", (event) => !must && !comes && event.target === dialog && dialog.close());
    const giveBack = keepFocus(dialog);
    dialog.addEventListener("close", () => {
      if (dialogs.get(name) === dialog) dialogs.delete(name);
      dialog.remove();
      if (comes) giveBack();
      answer(dialog.returnValue || null);
    });
    if (comes) {
      deafen(row);
      dialog.open = true; // `show` would move the focus
    } else dialog.showModal();
    said.append(el("h2", { id }, title), ...words); // what comes into a live region is read out
  });
}

/**
 * Makes a part that comes by itself deaf at first: what is pressed was meant for something else.
 * @param {HTMLElement} part @returns {number} the timer that ends it
 */
export function deafen(part) {
  part.inert = true;
  return setTimeout(() => (part.inert = false), DEAF_MS);
}

/** A function that gives the focus, if it is in a dialog when that closes, back to where it came from. @param {HTMLElement} dialog */
function keepFocus(dialog) {
  /** @type {any} */ let before = null;
  const isOutside = (/** @type {EventTarget | null} */ one) => one instanceof Node && !dialog.contains(one);
  dialog.addEventListener("focusin", ({ relatedTarget }) => isOutside(relatedTarget) && (before = relatedTarget));
  dialog.addEventListener("focusout", ({ relatedTarget }) => isOutside(relatedTarget) && (before = null));
  return () => before?.focus({ preventScroll: true });
}

/** Leaves what has come by itself, unless it must be answered or is still deaf; whether there was any. */
export function leave() {
  const left = [...dialogs.values()].find((dialog) => dialog.open && !dialog.matches(":modal, [data-must]") && !dialog.querySelector("[inert]"));
  left?.close();
  return Boolean(left);
}

/** Closes a dialog if it is open: its question has been settled. @param {string} name */
export function shut(name) {
  dialogs.get(name)?.close();
}

/** Closes all dialogs. */
export function shutAll() {
  for (const dialog of dialogs.values()) dialog.close();
}

/** Whether a dialog that the reader has opened has all keys. */
export const hasKeys = () => [...dialogs.values()].some((dialog) => dialog.matches(":modal"));

/** Whether a dialog is open; without a name: any. @param {string} [name] */
export const isAsking = (name) => [...dialogs].some(([its, { open }]) => open && (!name || its === name));
