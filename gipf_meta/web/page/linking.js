/** Links that the reader hands to others. Loaded when first needed. */

import { site } from "./identity.js";
import { byId, el, write } from "./scene.js";
import { say } from "./words.js";

/** The address of a place of this page, for another browser: nothing that gave access here is in it. @param {string} hash */
export const addressOf = (hash) => new URL(`#${hash}`, (isOnlyHere() && site.address) || location.origin + location.pathname).href;

/** Whether no other machine finds the page where it is. */
const isOnlyHere = () => /^(localhost|127\..*|\[::1\])$/.test(location.hostname);

/** A link as a field, with buttons that copy it and, where the browser can, share it. @param {string} id @param {string} label @param {string} address */
export function linkField(id, label, address) {
  const field = el("input", { id, readonly: true, value: address, focus: () => field.select() });
  const said = el("small", { role: "status" });
  const about = { type: "button", "aria-describedby": `${id}-label` };
  const buttons = [el("button", { ...about, click: async () => {
    field.focus();
    field.select();
    write(said, (await toClipboard(field.value)) || document.execCommand("copy") ? say("copied") : say("copy_yourself"));
  } }, say("copy"))];
  const shared = { title: byId("title").textContent ?? "", url: address };
  if (navigator.canShare?.(shared)) {
    buttons.push(el("button", { ...about, click: () => navigator.share(shared).catch(() => {}) }, say("share")));
  }
  return el("div", { class: "link" }, el("label", { id: `${id}-label`, for: id }, label), el("div", { class: "row" }, field, ...buttons), said);
}

/** Whether a text is on the clipboard now; a page by http from another machine has none. @param {string} text */
export const toClipboard = async (text) => Boolean(await navigator.clipboard?.writeText(text).then(() => true, () => false));
