/** A lesson in a room: the page that is open, as a card with its buttons. Loaded when first needed. */

import { Guide } from "./guide.js";
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
  const [title, words, why, ear, buttons] = /** @type {HTMLElement[]} */ ([...card.children]);
  const isTried = Boolean(lesson.rests_ms && lesson.why);
  write(title, [lesson.title, lesson.of].filter(Boolean).join(" · "));
  write(words, lesson.learned ?? lesson.eye ?? lesson.words);
  write(why, lesson.why ?? "");
  write(ear, isTried ? String(lesson.why) : [lesson.words, lesson.learned].filter(Boolean).join(" "));
  const isBack = card.matches(".tried") && !isTried;
  card.classList.toggle("done", Boolean(lesson.learned));
  card.classList.toggle("solved", Boolean(lesson.learned?.includes("\n")));
  card.classList.toggle("tried", isTried);
  /** @type {[string, Button][]} */
  const items = lesson.buttons.map((each) => [String(each.do ?? each.go ?? each.text), each]);
  keyed(buttons, items, () => el("button", { type: "button", "aria-describedby": ear.id }), (button, each) => {
    write(button, each.text);
    button.className = each.primary ? "primary" : "";
    button.onclick = () => press(room, each);
  });
  room.guide?.show();
  room.fit();
  const isOther = card.dataset.address !== lesson.address;
  card.dataset.address = lesson.address;
  if (isOther) history.replaceState(null, "", `#${lesson.address}`);
  if (!isOther && !isBack && document.activeElement !== document.body) return;
  if (lesson.reads) /** @type {HTMLElement} */ (buttons.lastElementChild).focus({ preventScroll: true });
  else room.guide?.enter();
}

/** Puts a card above what is asked, and takes it away with the room. @param {Room} room */
function makeCard(room) {
  const title = el("h2", { id: "lesson-title" });
  const words = el("p", { id: "lesson-words", "aria-hidden": "true" });
  const why = el("p", { class: "why", "aria-hidden": "true" });
  const ear = el("p", { id: "lesson-ear", class: "spoken", "aria-live": "polite" });
  const card = el("section", { id: "lesson", class: "card", "aria-labelledby": title.id }, title, words, why, ear, el("div", { class: "row" }));
  byId("asking").prepend(card);
  cards.set(room, card);
  room.guide = new Guide(room);
  room.guide.show();
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
  const isOn = (key === "Enter" || key === " ") && !isElsewhere && (room.rest || room.scene.get("lesson")?.reads);
  const isBack = key === "Escape" && !room.asking.decision.path.length && !room.asking.hint && !(target instanceof Element && target.closest("dialog, input"));
  if (event.ctrlKey || event.metaKey || event.altKey || !(isOn || isBack)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  buttons[isOn ? buttons.length - 1 : 0].click();
}

/** Does what a button says; while something is shown for a while, goes on. @param {Room} room @param {Button} button */
function press(room, button) {
  if (button.go) return room.page.leave(button.go);
  if (button.study) return void room.line.ask({ do: "submit", screen: "study", about: button.study });
  if (room.rest) return room.wake();
  if (button.asks) return void room.asking.askHint();
  room.tell();
  if (button.do) room.command({ do: button.do });
}
