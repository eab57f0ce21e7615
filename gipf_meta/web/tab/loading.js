/**
 * The page of a tab without a server: its rooms are a worker, and its bots are others. It says how far
 * the program has come, and sees to it that the program is there without a network the next time.
 */

import * as meanwhile from "./meanwhile.js";
import { isTaken, leaveWhenTaken, matchOfAddress, take } from "./taken.js";

const isNew = "toSorted" in Array.prototype && "WebAssembly" in globalThis && "Exception" in WebAssembly;

/** @type {Worker | undefined} */
let worker;
/** The workers of bots, by the numbers that the rooms give them. @type {Map<number, Worker>} */
const bots = new Map();
/** The ends of the links that are open. @type {Set<(why: string) => void>} */
const ends = new Set();

function start() {
  const started = new Worker(new URL("rooms.js", import.meta.url), { type: "module" });
  const life = `gipf-meta ${Math.random()}`;
  const fail = () => {
    if (worker !== started) return;
    started.terminate();
    worker = undefined;
    for (const bot of bots.keys()) endBot(bot);
    const isLoading = meanwhile.isShown();
    if (isLoading) meanwhile.say("failed");
    for (const end of [...ends]) end(isLoading ? "" : meanwhile.word("crashed"));
  };
  started.onerror = fail;
  started.onmessage = ({ data }) => {
    if (data.bot) askBot(data, started);
    if (data.news && meanwhile.isShown()) meanwhile.tell(data.news);
    if (data.failed) fail();
    if (data.holds) navigator.locks.request(life, fail); // the browser tells of its end in no other way
    if (data.ready) {
      meanwhile.end();
      keepFiles();
    }
  };
  started.postMessage({ language: navigator.language, life });
  return started;
}

/**
 * Does what the rooms want of a worker of bots. They do not start it themselves: a worker that starts
 * another one is blocked for ever now and then in a Firefox that is being debugged or driven.
 * @param {{bot: number, parcel?: Uint8Array, ends?: boolean}} wanted @param {Worker} rooms
 */
function askBot({ bot, parcel, ends }, rooms) {
  if (ends) return endBot(bot);
  const asked = bots.get(bot) ?? new Worker(new URL("bots.js", import.meta.url), { type: "module" });
  bots.set(bot, asked);
  asked.onerror = () => rooms.postMessage({ bot, told: "crashed" });
  asked.onmessage = ({ data: told }) => rooms.postMessage({ bot, told });
  if (parcel) asked.postMessage(parcel);
}

/** @param {number} bot */
function endBot(bot) {
  bots.get(bot)?.terminate();
  bots.delete(bot);
}

/** Has the browser keep all files, where it can. */
function keepFiles() {
  if (!("serviceWorker" in navigator)) return; // only over https, and from this machine
  const address = new URL("../service-worker.js", import.meta.url);
  navigator.serviceWorker.register(address).catch((fault) => console.warn(String(fault)));
}

/** The match of the address is played in another tab: it is said, and what can be done. @param {number} match */
async function choose(match) {
  meanwhile.stop("taken");
  await new Promise((chosen) => {
    meanwhile.offer("take", () => take(match).then(chosen));
    meanwhile.offer("leave_it", () => chosen((location.hash = "")));
  });
  meanwhile.offerNothing();
  meanwhile.begin();
}

/** Starts the program before the page asks for it, unless somebody else plays the match of the address. */
async function enter() {
  const match = matchOfAddress();
  if (await isTaken(match)) await choose(match);
  worker ??= start();
}

/**
 * A port to the rooms of this tab, as `line.js` opens one. The settings that were chosen while they came are
 * kept before the page hears of any; what was wished is done then.
 * @param {any} told
 */
function openRooms({ opened, heard, closed }) {
  const { port1: port, port2 } = new MessageChannel();
  /** @type {unknown} */
  let hello;
  let isChoosing = false;
  const end = (/** @type {string} */ why) => {
    ends.delete(end);
    port.close();
    closed(why);
  };
  const send = (/** @type {any} */ message) => {
    if (message.do === "hello") hello = message;
    port.postMessage(JSON.stringify(message));
  };
  const hear = (/** @type {any} */ message) => {
    if (isChoosing) {
      if (message.done !== CHOSEN && message.refused !== CHOSEN) return;
      isChoosing = false;
      return send(hello);
    }
    const values = message.hello && meanwhile.takeSettings();
    if (values) {
      isChoosing = true;
      return send({ do: "submit", screen: "settings", values, id: CHOSEN });
    }
    const given = message.hello?.settings ?? message.settings;
    if (given) meanwhile.keep(given);
    const wish = message.hello && meanwhile.takeWish();
    if (wish?.do === "open") location.hash = `screen/${wish.screen}/${encodeURIComponent(JSON.stringify(wish.about ?? {}))}`;
    heard(message);
    if (wish && wish.do !== "open") send({ ...wish, id: "wished" });
  };
  ends.add(end);
  port.onmessage = ({ data }) => {
    if (data === null) end("");
    else if (data === "") opened();
    else hear(JSON.parse(data));
  };
  entering.then(() => {
    worker ??= start();
    worker.postMessage({ port: port2 }, [port2]);
  });
  return {
    send,
    close: () => {
      ends.delete(end);
      port.postMessage(null);
      port.close();
    },
  };
}

/** The id of what keeps the settings that were chosen. */
const CHOSEN = "chosen";
/** @type {Promise<void>} */
let entering;

if (isNew) {
  meanwhile.begin();
  entering = enter();
  leaveWhenTaken(() => {
    /** @type {HTMLElement} */ (document.getElementById("connection")).textContent = meanwhile.word("gone");
  });
  /** @type {any} */ (globalThis).openRooms = openRooms;
} else {
  meanwhile.stop("old");
  // a port that never opens: nothing is tried again
  /** @type {any} */ (globalThis).openRooms = () => ({ send: () => {}, close: () => {} });
}
