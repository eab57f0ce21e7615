/** A lesson in a room: the page that is open, as a card with its buttons. Loaded when first needed. */

import { byId, el, keyed, write } from "./scene.js";

/** @typedef {import("./room.js").Room} Room */
/** @typedef {Wire.LessonButton} Button */

/** The card of each room that shows a lesson. @type {WeakMap<Room, HTMLElement>} */
const cards = new WeakMap();

/** Shows the page of the lesson that a room has. @param {Room} room */
export function showLesson(room) {
  const lesson = room.scene.get("lesson");
  if (!lesson || room.isLeft) return;
  const card = cards.get(room) ?? makeCard(room);
  const [title, words, buttons] = /** @type {HTMLElement[]} */ ([...card.children]);
  write(title, [lesson.title, lesson.of].filter(Boolean).join(" · "));
  write(words, lesson.words);
  /** @type {[string, Button][]} */
  const items = lesson.buttons.map((each) => [String(each.do ?? each.go), each]);
  keyed(buttons, items, () => el("button", { type: "button", "aria-describedby": words.id }), (button, each) => {
    write(button, each.text);
    button.className = each.primary ? "primary" : "";
    button.onclick = () => press(room, each);
  });
  const isOther = card.dataset.address !== lesson.address;
  card.dataset.address = lesson.address;
  if (isOther) history.replaceState(null, "", `#${lesson.address}`);
  if (!isOther && document.activeElement !== document.body) return;
  if (lesson.reads) /** @type {HTMLElement} */ (buttons.lastElementChild).focus({ preventScroll: true });
  else room.board.focus();
}

/** Puts a card above what is asked, and takes it away with the room. @param {Room} room */
function makeCard(room) {
  const title = el("h2", { id: "lesson-title" });
  const words = el("p", { id: "lesson-words", "aria-live": "polite" });
  const card = el("section", { id: "lesson", class: "card", "aria-labelledby": title.id }, title, words, el("div", { class: "row" }));
  byId("asking").prepend(card);
  cards.set(room, card);
  const { signal } = room.ending;
  signal.addEventListener("abort", () => card.remove());
  addEventListener("keydown", (event) => hearKey(room, card, event), { signal, capture: true });
  return card;
}

/** Enter and Space turn a page that is read; Escape, with nothing clicked, presses the first button. @param {Room} room @param {HTMLElement} card @param {KeyboardEvent} event */
function hearKey(room, card, event) {
  const { key, target } = event;
  const isElsewhere = target instanceof Element && target.closest("dialog, input, #lesson button, #deeds button, summary, a");
  const buttons = card.querySelectorAll("button");
  const isOn = (key === "Enter" || key === " ") && !isElsewhere && room.scene.get("lesson")?.reads;
  const isBack = key === "Escape" && !room.asking.decision.path.length && !room.asking.hint && !(target instanceof Element && target.closest("dialog, input"));
  if (event.ctrlKey || event.metaKey || event.altKey || !(isOn || isBack)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  buttons[isOn ? buttons.length - 1 : 0].click();
}

/** Does what a button says. @param {Room} room @param {Button} button */
function press(room, button) {
  if (button.go) return room.page.leave(button.go);
  room.tell();
  if (button.do) room.command({ do: button.do });
}
