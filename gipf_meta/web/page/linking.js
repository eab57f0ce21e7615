/** Links that the reader hands to others. Loaded when first needed. */

import { site } from "./identity.js";
import { el, write } from "./scene.js";
import { say } from "./words.js";

/** The address of a place of this page, for another browser. @param {string} hash */
export const addressOf = (hash) => new URL(`#${hash}`, (isOnlyHere() && site.address) || document.baseURI).href;

/** Whether no other machine finds the page where it is. */
const isOnlyHere = () => /^(localhost|127\..*|\[::1\])$/.test(location.hostname);

/** A link as a field, with buttons that copy it and, where the browser can, share it. @param {string} id @param {string} label @param {string} address */
export function linkField(id, label, address) {
  const field = el("input", { id, readonly: true, value: address, focus: () => field.select() });
  const said = el("small", { role: "status" });
  const about = { type: "button", "aria-describedby": `${id}-label` };
  const buttons = [el("button", { ...about, click: async () => write(said, (await copy(field)) ? say("copied") : say("copy_yourself")) }, say("copy"))];
  const shared = { title: document.title, url: address };
  if (navigator.canShare?.(shared)) {
    buttons.push(el("button", { ...about, click: () => navigator.share(shared).catch(() => {}) }, say("share")));
  }
  return el("div", { class: "link" }, el("label", { id: `${id}-label`, for: id }, label), el("div", { class: "row" }, field, ...buttons), said);
}

/** Whether the text of a field could be copied. @param {HTMLInputElement} field */
async function copy(field) {
  field.focus();
  field.select();
  const isDone = await navigator.clipboard?.writeText(field.value).then(() => true, () => false);
  return isDone || document.execCommand("copy"); // a page by http has no clipboard
}
