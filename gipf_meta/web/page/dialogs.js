/** Questions and announcements in front of the board. */

import { el } from "./scene.js";

/** @typedef {[value: string, text: string, key?: string]} Answer */
/** @typedef {{title: string, lines?: string[], buttons: Answer[], inside?: Node | false | null | undefined, mood?: string, must?: boolean, close?: string}} Question */

/** The dialogs, open or just closed: the browser tells of a closing a moment later. @type {Map<string, HTMLDialogElement>} */
const dialogs = new Map();

/**
 * Asks; gives the value of the button that was chosen, null if the dialog was left. The last button
 * is what most will choose. A question that must be answered cannot be left by Escape; *close* names
 * a cross that leaves it.
 * @param {string} name of the dialog; one that is open is not opened again
 * @param {Question} question
 * @returns {Promise<string | null>}
 */
export function ask(name, { title, lines = [], buttons, inside = null, mood = "", must = false, close = "" }) {
  if (isAsking(name)) return new Promise(() => {});
  const words = lines.filter(Boolean).map((line) => el("p", {}, line));
  const choices = buttons.map(([value, text, key], n) => {
    const isUsual = n === buttons.length - 1 && !key;
    return el("button", { value, class: isUsual && "primary", autofocus: isUsual }, text, ...(key ? [el("kbd", {}, key)] : []));
  });
  const id = `title-of-${name}`;
  const form = el("form", { method: "dialog" }, el("h2", { id }, title), ...words);
  if (inside) form.append(inside);
  form.append(el("div", { class: buttons.length > 3 ? "buttons many" : "buttons" }, ...choices));
  if (close) form.append(el("button", { value: "", class: "cross", "aria-label": close, title: close }, "×"));
  const dialog = el("dialog", { "aria-labelledby": id, class: mood }, form);
  document.body.append(dialog);
  dialogs.set(name, dialog);
  return new Promise((answer) => {
    dialog.addEventListener("cancel", (event) => must && event.preventDefault());
    dialog.addEventListener("click", (event) => !must && event.target === dialog && dialog.close());
    dialog.addEventListener("close", () => {
      if (dialogs.get(name) === dialog) dialogs.delete(name);
      dialog.remove();
      answer(dialog.returnValue || null);
    });
    dialog.showModal();
  });
}

/** Closes a dialog if it is open: its question has been settled. @param {string} name */
export function shut(name) {
  dialogs.get(name)?.close();
}

/** Closes all dialogs. */
export function shutAll() {
  for (const dialog of dialogs.values()) dialog.close();
}

/** Whether a dialog is open; without a name: any. @param {string} [name] */
export const isAsking = (name) => [...dialogs].some(([its, { open }]) => open && (!name || its === name));
