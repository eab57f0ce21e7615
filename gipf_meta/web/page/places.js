/** The places that one can always go to, on top of each screen; on a phone below it. */

import { attribute, byId, el } from "./scene.js";

/** Shows the places. @param {Wire.NavigationPlace[]} places */
export function showPlaces(places) {
  byId("places").replaceChildren(...places.map(({ screen, text }) => el("a", { href: screen === "launcher" ? "#" : `#screen/${screen}`, "data-screen": screen }, text)));
}

/** Marks the place of a screen: its own, or that of the screen before it. A place needs no way back. @param {Wire.WrittenScreen} screen */
export function markPlace({ name, back }) {
  /** @type {HTMLElement[]} */ const links = [...byId("places").children];
  document.body.classList.toggle("at-place", links.some((link) => link.dataset.screen === name));
  const here = [name, name === "me" ? "settings" : back?.screen].map((each) => links.find((link) => link.dataset.screen === each)).find(Boolean);
  for (const link of links) {
    attribute(link, "aria-current", link !== here ? null : link.dataset.screen === name ? "page" : "true");
  }
}
