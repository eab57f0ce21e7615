/**
 * What the page shows and hears while the program comes: how far it is, and what somebody wishes already.
 * A wish is done as soon as there is somebody to do it.
 */

/** @typedef {{come: number, all: number} | {stage: "starting" | "games" | "matches"}} News */

/** @type {Record<string, Record<string, string>>} */
const words = JSON.parse(document.body.dataset.words ?? "{}");
const KEPT = "gipf_meta loading";
/** How the words of a place begin, before the name of its screen. */
const PLACE = "place_";
/** How much of the bar is for the bytes; the rest for what is done with them. */
const BYTES = 0.8;
const STAGES = { starting: 0.85, games: 0.9, matches: 0.97 };

const shown = /** @type {HTMLElement} */ (document.getElementById("loading"));
const part = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (shown.querySelector(selector));
const bar = /** @type {HTMLProgressElement} */ (part("progress"));
const status = part("[role=status]");
/** The settings that are wished. @type {Record<string, string>} */
const settings = {};
/** What is to be done then: a message of the page. @type {any} */
let wish = null;
/** What the page showed last: it begins in the same language and colours. @type {{theme?: string, language?: string}} */
let kept = {};
try {
  kept = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
} catch {
  // a browser that keeps nothing
}

/** The language that is spoken here. */
const language = () => settings.language || kept.language || navigator.language.slice(0, 2);

/** @param {string} key */
export const word = (key) => (words[language()] ?? words.en)[key];

/** Whether the program is not there yet. */
export const isShown = () => !shown.hidden;

/** @param {string} key */
export function say(key) {
  status.dataset.key = key;
  if (status.textContent !== word(key)) status.textContent = word(key);
}

/** A button of what can be done meanwhile. @param {string} key @param {() => void} act */
export function offer(key, act) {
  const button = document.createElement("button");
  Object.assign(button, { type: "button", onclick: act });
  button.dataset.key = key;
  button.textContent = word(key);
  button.classList.toggle("primary", part(".row").childElementCount === 0);
  part(".row").append(button);
  part(".row").hidden = false;
  return button;
}

/** Takes away what was offered. */
export function offerNothing() {
  part(".row").replaceChildren();
}

/** Says how far the program has come. @param {News} news */
export function tell(news) {
  if ("stage" in news) {
    say(news.stage);
    bar.value = STAGES[news.stage];
    part(".amount").textContent = "";
    return;
  }
  bar.value = BYTES * Math.min(1, news.come / news.all);
  const mb = (/** @type {number} */ bytes) => (bytes / 1e6).toLocaleString(language(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  part(".amount").textContent = word("amount").replace("{come}", mb(news.come)).replace("{all}", mb(news.all));
}

/** Fills a field with what it can be, and wishes for what is chosen. @param {"theme" | "language"} name @param {string[][]} choices */
function offerChoice(name, choices) {
  const field = /** @type {HTMLSelectElement} */ (part(`[name=${name}]`));
  field.replaceChildren(...choices.map(([value, text]) => new Option(text, value)));
  field.value = (name === "language" ? language() : settings.theme ?? kept.theme) ?? "";
  field.onchange = () => {
    settings[name] = field.value;
    show();
  };
}

/** Shows the places on top: who goes to one is there as soon as the program is. */
function showHead() {
  for (const each of document.querySelectorAll("#bar [data-say]")) each.textContent = word(String(each.getAttribute("data-say")));
  for (const each of document.querySelectorAll("#bar [data-label]")) {
    each.setAttribute(each.id === "home" ? "title" : "aria-label", word(String(each.getAttribute("data-label"))));
  }
  const keys = Object.keys(words.en).filter((key) => key.startsWith(PLACE));
  const links = keys.map((key) => {
    const screen = key.slice(PLACE.length);
    const link = Object.assign(document.createElement("a"), { href: screen === "launcher" ? "#" : `#screen/${screen}`, textContent: word(key) });
    if (link.hash.slice(1) === location.hash.slice(1)) link.setAttribute("aria-current", "page");
    return link;
  });
  document.getElementById("places")?.replaceChildren(...links);
}

/** Says everything in the language that was chosen, and has the colours that were. */
function show() {
  showHead();
  document.documentElement.dataset.theme = settings.theme ?? kept.theme ?? "system";
  document.documentElement.lang = words[language()] ? language() : "en";
  const themes = Object.keys(words.en).filter((key) => key.startsWith("theme_"));
  offerChoice("theme", [["", word("by_system")], ...themes.map((key) => [key.slice("theme_".length), word(key)])]);
  offerChoice("language", Object.keys(words).map((code) => [code, words[code].language_name]));
  for (const [name, key] of [["theme", "colours"], ["language", "language_field"]]) {
    part(`label:has([name=${name}]) span`).textContent = word(key);
  }
  for (const each of /** @type {NodeListOf<HTMLElement>} */ (shown.querySelectorAll("[data-key]"))) {
    each.textContent = word(String(each.dataset.key));
  }
}

/** Shows what happens from now on, and what can be chosen meanwhile. The head is that of the launcher, unless a board will come. */
export function begin() {
  if (!/^#(room|lesson)/.test(location.hash)) document.body.dataset.screen = "launcher";
  say("loading");
  part(".note").dataset.key = "kept";
  bar.hidden = part(".note").hidden = part(".chosen").hidden = false;
  const does = part("svg")?.dataset.wish;
  if (does && !location.hash.slice(1)) {
    const button = offer("play", () => {
      wish = JSON.parse(does);
      button.setAttribute("aria-pressed", "true");
      remember();
    });
  }
  addEventListener("hashchange", remember);
  show();
}

/** Says that what was chosen will be done. */
function remember() {
  if (!isShown()) return;
  part(".note").dataset.key = "remembered";
  show();
}

/** Says one sentence, and nothing else. @param {string} key */
export function stop(key) {
  say(key);
  bar.hidden = true;
}

/** The program is there. */
export function end() {
  removeEventListener("hashchange", remember);
  shown.hidden = true;
  part("svg")?.remove();
  offerNothing();
}

/** Whether somebody has chosen a setting that the program does not know yet, which is forgotten then. */
export function takeSettings() {
  const chosen = { ...settings };
  for (const name of Object.keys(settings)) delete settings[name];
  return Object.keys(chosen).length ? chosen : null;
}

/** What is wished, which is forgotten then. */
export function takeWish() {
  const taken = wish;
  wish = null;
  return taken;
}

/** Keeps how the page looks, for the next time. @param {{theme?: string, language?: string}} given */
export function keep({ theme, language }) {
  kept = { theme, language };
  try {
    localStorage.setItem(KEPT, JSON.stringify(kept));
  } catch {
    // a browser that keeps nothing
  }
}
