/**
 * Nothing that comes changes the page while something is being pressed: what moves between press and
 * release is not clicked, or something else is.
 */

/** What is clicked; all else is dragged, opened or typed in. */
const PRESSED = "button, a, label, summary, [role=button], [type=checkbox], #board";
/** How long after a finger was lifted its click comes at the latest, ms. */
const CLICK_MS = 300;

let isPressed = false;
/** @type {number | undefined} */ let timer;
/** @type {(() => void)[]} */ const waiting = [];

/** Does something now or, while something is being pressed, as soon as that was clicked; in its order. @param {() => void} act */
export function afterPress(act) {
  if (isPressed) waiting.push(act);
  else act();
}

function end() {
  clearTimeout(timer);
  isPressed = false;
  for (const act of waiting.splice(0)) act();
}

/** Ends the press when all have heard of it. @param {number} [pause] */
function endSoon(pause = 0) {
  clearTimeout(timer);
  if (isPressed) timer = setTimeout(end, pause);
}

const heard = { capture: true };
addEventListener("pointerdown", ({ isPrimary, button, target }) => {
  if (!isPrimary || button) return;
  end();
  isPressed = target instanceof Element && target.closest(PRESSED) !== null;
}, heard);
addEventListener("pointerup", ({ isPrimary, pointerType }) => isPrimary && endSoon(pointerType === "touch" ? CLICK_MS : 0), heard);
addEventListener("click", () => endSoon(), heard);
addEventListener("pointercancel", end, heard);
addEventListener("blur", end);
