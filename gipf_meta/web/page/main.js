/** The page begins: its line, its settings, and which room or screen its address names. */

import { ask } from "./dialogs.js";
import { known, showRefusal, showScreen } from "./forms.js";
import { beginAnew, brought, hearOfOthers, hideToken, meet } from "./identity.js";
import { Line, socket } from "./line.js";
import { markPlace, showPlaces } from "./places.js";
import { Room } from "./room.js";
import { byId, write } from "./scene.js";
import { sound } from "./sound.js";
import { learn, say } from "./words.js";

/** How long a cut line is kept quiet, ms. */
const QUIET_MS = 700;
/** How long it is cut until its server, which does not answer, is said to have ended, ms. */
const LONG_MS = 2500;

/** @type {Room | null} */
let room = null;
/** @type {Wire.PageSettings} */
let settings = /** @type {any} */ ({}); // before hello
/** @type {number | undefined} */
let quiet;
/** Since when the line is cut; 0: it is not. */
let lost = 0;
let isGreeted = false;
/** The id of the reader. */
let person = "";
/** How long a screen must be at rest before its place is noted, ms. */
const AT_REST_MS = 100;
/** Whether the screen of the address is shown. */
let isShown = false;
/** What all pieces are made of; "": each game's own. */
let made = "";
/** The screen that was shown last. @type {Wire.WrittenScreen | undefined} */
let last;
/** The name of the screen before the one that is shown. @type {string | undefined} */
let back;
/** Screens from which matches and lessons are entered. */
const LISTS = ["launcher", "lessons", "library", "tables"];
/** The address of the list that was shown last: there a match or lesson leads back. */
let list = "";
/** What is done first in the room to which a button of a screen leads, as an address says it. */
let at = "";
/** The timer that notes the place of the screen once it is at rest. @type {number | undefined} */
let rest;

/** The screens by which one comes back: what they show is said once, so that a new line does not open them anew. */
const BACK = /^(sign_in|by_words|mail_address|pairing|pair|words)$/;
/** Where the reader was before. */
let place = "";

hideToken();
// a page without a server brings its own way to the rooms
const line = new Line(/** @type {any} */ (globalThis).openRooms ?? socket, hear, tell);
hearOfOthers((isSomebody) => (isSomebody ? line.begin() : beginAnew()));

/** @param {Wire.Told} message */
function hear(message) {
  if (message.hello) return greet(message.hello);
  if (message.scene) {
    if (message.scene.room === room?.id) room?.take(message.scene, message.moved, message.verdict);
  } else if (message.analysis || message.chances || message.review) room?.inquiry?.take(message);
  else if (message.screen) show(message.screen, message.board ?? "wood");
  else if (message.drawn) redraw(message.drawn);
  else if (message.live) renew(message.live);
  else if (message.story) {
    const { story } = message;
    import("./hero.js").then(({ take }) => take(story));
  } else if (message.tally) {
    const { tally } = message;
    import("./tally.js").then(({ showTally }) => showTally(tally));
  } else if (message.waiting || message.waits || message.awaits) import("./waiting.js").then(({ hearWaiting }) => hearWaiting(room, message));
  else if (message.lag) void (line.lag = message.lag.ms, room?.showOthers());
  else if (message.passkey || message.pairing || message.signed_in || message.signed_out) import("./ways_back.js").then(({ hearWay }) => hearWay(message, { line, settings }));
  else if (message.go) go(message.go + at);
  else if (message.file) import("./saving.js").then(({ save }) => save(message));
  if (message.settings) use(message.settings);
  if (message.notice) import("./notices.js").then(({ notify }) => notify(message, line));
}

/** @param {Wire.HelloBody} hello */
function greet(hello) {
  if (meet(hello)) return line.greet();
  learn(hello.words);
  use(hello.settings);
  showPlaces(hello.places);
  document.documentElement.lang = say("language");
  for (const part of document.querySelectorAll("[data-say]")) write(part, say(String(part.getAttribute("data-say"))));
  for (const part of document.querySelectorAll("[data-label]")) {
    const label = say(String(part.getAttribute("data-label")));
    if (part.id !== "home") part.setAttribute("aria-label", label);
    if (part.matches("#home, button")) part.setAttribute("title", label);
  }
  byId("typed-text").placeholder = say("type_here");
  if (hello.site) import("./waiting.js").then(({ follow }) => follow(line));
  const isOther = person !== hello.person;
  person = hello.person;
  if (isGreeted) return room ? room.watch() : !BACK.test(last?.name ?? "") ? follow() : isOther && go(place);
  isGreeted = true;
  byId("skip").onclick = () => byId(room ? "board" : "screen").focus({ preventScroll: true });
  byId("step-back").onclick = () => room?.asking.back();
  if (globalThis.Notification?.permission === "granted") import("./push.js").then(({ renewPush }) => renewPush(line));
  import("./bringing.js").then(({ hearBrought }) => hearBrought((text) => (room ? import("./clipboard.js").then(({ paste }) => paste(/** @type {Room} */ (room), text)) : bring(text))));
  /** @type {any} */ (byId("later-sheet")).media = "all"; // until now it was for paper alone, and nothing waited for it
  fetch(new URL("grains.svg", import.meta.url)).then(async (grains) => byId("bodies").insertAdjacentHTML("beforeend", await grains.text()));
  history.scrollRestoration = "manual"; // a screen comes later than its address
  history.replaceState({ ...history.state }, "");
  addEventListener("hashchange", (event) => {
    if (!history.state) history.replaceState({ from: new URL(event.oldURL).hash.slice(1) }, "");
    follow();
  });
  onpopstate = onscroll = () => { // also when the browser's Back comes first
    clearTimeout(rest);
    if (isShown) rest = setTimeout(() => history.replaceState({ ...history.state, y: scrollY }, ""), AT_REST_MS);
  };
  follow();
}

/** Applies the settings. @param {Wire.PageSettings} given */
function use(given) {
  const isForeign = settings.language !== undefined && settings.language !== given.language;
  if (settings.sound !== given.sound) sound.isOn = given.sound !== false; // else X holds
  settings = given;
  const page = document.documentElement;
  page.dataset.theme = settings.theme || "system";
  if (settings.boards) page.dataset.boards = settings.boards;
  else delete page.dataset.boards;
  if ((settings.pieces ?? "") !== made) import("./bodies.js").then(({ makePieces }) => makePieces((made = settings.pieces ?? "")));
  page.classList.toggle("still", settings.motion === false);
  page.classList.toggle("faceless", settings.faces === false);
  if (room) room.use(settings);
  if (isForeign) beginAnew(BACK.test(last?.name ?? "") ? place : location.hash.slice(1)); // all is said anew, and who has come back is where he was
}

/** Says how the line is: a short cut is not worth a word. @param {"open" | "lost" | "ended"} state @param {string} [why] @param {boolean} [unknown] whether the reader is nobody's any more here */
function tell(state, why = "", unknown = false) {
  clearTimeout(quiet);
  const isNew = document.body.dataset.line !== state;
  document.body.dataset.line = state;
  lost = state === "lost" ? lost || performance.now() : 0;
  if (state === "lost" && !why) quiet = setTimeout(explain, QUIET_MS);
  else if (state !== "ended") (isNew || why) && write(byId("connection"), why); // else what stands there is read still
  else if (unknown) import("./ways_back.js").then(({ lose }) => lose(why));
  else ask("ended", { title: why, buttons: [["yes", say("load_again")]], must: true, comes: true }).then((answer) => answer && location.reload());
}

/** Says why the line is cut: a server that answers, but not this page, says it itself; one that does not for long has ended. */
async function explain() {
  const answer = await fetch(location.pathname).catch(() => null);
  const isShort = answer || performance.now() - lost < LONG_MS;
  const why = answer && !answer.ok ? await answer.text() : isShort ? say("reconnecting") : say("ended");
  if (document.body.dataset.line === "lost") write(byId("connection"), why);
}

/** Goes to a room or screen, as an address of this page. @param {string} hash */
function go(hash) {
  if (location.hash.slice(1) === hash) follow();
  else location.hash = hash;
}

/** Opens what a text holds, away from a match. @param {string} text */
function bring(text) {
  if (room) {
    history.pushState({}, "", "#");
    follow();
  }
  send({ do: "submit", screen: "open_match", values: { file: text } });
}

/** Leads back to the list from which a match or lesson was entered, unless another screen is *wanted*. */
function leave(wanted = list) {
  const to = wanted.split("/")[1] === list.split("/")[1] ? list : wanted;
  if (history.state?.from === to) history.back();
  else go(to);
}

/** Where *leave* leads, in words. */
const wayBack = () => say(list ? "to_list" : "to_games");

/** Opens what the address names: a room, or a screen and what it is about. */
function follow() {
  isShown = false;
  clearTimeout(rest);
  hideToken();
  const [kind, name, about, moment] = location.hash.slice(1).split("/");
  const id = kind === "room" ? name : kind === "lesson" ? [kind, name, about].join("-") : null;
  if (room && room.id !== id) {
    room.leave();
    room = null;
  }
  if (kind === "enter") return enter({ do: "enter", room: name, key: about });
  if (kind === "person") return void import("./entering.js").then(({ become }) => become(name));
  if (id) {
    place = location.hash.slice(1);
    byId("screen").hidden = true;
    document.body.dataset.screen = "";
    line.move();
    room ??= new Room(id, line, { settings, go, leave, wayBack, bring });
    if (about === "review") room.isToReview = true;
    room.replay.follow(about === "at" ? Number(moment) || 0 : null);
    return;
  }
  const screen = kind === "screen" && name ? name : /^(me|profile)$/.test(kind) ? kind : "launcher";
  if (screen !== "me" && !BACK.test(screen)) place = location.hash.slice(1);
  openScreen(screen, { ...(kind === "profile" ? { person: name } : read(about)), ...brought });
  delete brought.token;
}

/** Comes to a table by a command. @param {Wire.Without<Wire.Enter | Wire.Sit, "id">} command */
function enter(command) {
  import("./entering.js").then(({ comeIn }) => comeIn({ line, go, showGames, settings }, command));
}

/** Opens a screen; the launcher, and says why, if there is none. @param {string} screen @param {Record<string, string>} about */
async function openScreen(screen, about) {
  const answer = await line.ask({ do: "open", screen, about, has: known() });
  if (answer.refused) showGames(answer);
}

/** Opens the launcher, and says why nothing else. @param {Wire.DeskRefusal} answer */
async function showGames(answer) {
  history.replaceState({}, "", "#");
  await line.ask({ do: "open", screen: "launcher", has: known() });
  showRefusal(byId("screen"), answer);
}

/** What an address says of a screen; nothing if it says nothing or is damaged. @param {string} about @returns {Record<string, string>} */
function read(about) {
  try {
    return JSON.parse(decodeURIComponent(about));
  } catch {
    return {};
  }
}

/** Sends what a button of a screen says; a screen that is opened gets an address. @param {any} message */
async function send(message) {
  if (message.do === "open" && document.activeElement !== document.body) {
    const about = Object.keys(message.about ?? {}).length ? `/${encodeURIComponent(JSON.stringify(message.about))}` : "";
    const hash = `screen/${message.screen}${about}`;
    if ((location.hash.slice(1) || "screen/launcher") !== hash) // else what was brought there is shown at its address
      return message.screen === back && history.state?.from !== undefined ? history.back() : go(hash);
  }
  if (message.do === "sit") return enter(message);
  if (/_key$/.test(message.do)) return import("./entering.js").then(({ doWithKey }) => doWithKey(message.do, line));
  if (message.do === "push") return import("./push.js").then(({ askForPush }) => askForPush(message.key, line));
  if (message.do === "passkey") return import("./ways_back.js").then(({ askForPasskey }) => askForPasskey(message.purpose, line));
  at = message.about?.at ? `/${message.about.at}` : "";
  const answer = await line.ask(/^(open|submit)$/.test(message.do) ? { ...message, has: known() } : message);
  at = "";
  if (answer.refused) showRefusal(byId("screen"), answer);
}

/** Shows more pictures of a screen, if it is on show still. @param {Wire.WrittenScreen} screen */
function redraw(screen) {
  if (last?.name === screen.name && JSON.stringify(last.about) === JSON.stringify(screen.about)) show(screen);
}

/** Shows lists that have changed by themselves, the first parts of a screen. @param {Wire.LiveBody} live */
function renew(live) {
  if (last?.name === live.name) show({ ...last, ...live, parts: [...live.parts, ...last.parts.slice(last.live)] });
}

/** @param {Wire.WrittenScreen} screen @param {string} [board] whose tint it has; without one that which it had */
function show(screen, board) {
  if (room) return;
  last = screen;
  write(byId("title"), (document.title = screen.title));
  markPlace(screen);
  byId("screen").hidden = false;
  document.body.dataset.screen = screen.name;
  if (board) document.body.dataset.board = board;
  showScreen(screen, byId("screen"), send, history.state?.y);
  back = screen.back?.screen;
  if (LISTS.includes(screen.name)) list = location.hash.slice(1);
  isShown = true;
  if (screen.name === "launcher") import("./hero.js").then(({ wake }) => wake(line));
}
