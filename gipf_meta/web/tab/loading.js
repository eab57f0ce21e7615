/**
 * The page of a tab without a server: its rooms are a worker, and its bots are others. It says how far
 * the program has come, and sees to it that the program is there without a network the next time.
 */

const shown = /** @type {HTMLElement} */ (document.getElementById("loading"));
const bar = /** @type {HTMLProgressElement} */ (shown.querySelector("progress"));
/** @type {Record<string, Record<string, string>>} */
const words = JSON.parse(String(shown.dataset.words));
const isNew = "toSorted" in Array.prototype && "WebAssembly" in globalThis && "Exception" in WebAssembly;

/** @type {Worker | undefined} */
let worker;
/** The workers of bots, by the numbers that the rooms give them. @type {Map<number, Worker>} */
const bots = new Map();
/** The ends of the links that are open. @type {Set<(why: string) => void>} */
const ends = new Set();

/** @param {string} key @param {string} language */
const word = (key, language = navigator.language.slice(0, 2)) => (words[language] || words.en)[key];

/** @param {string} key */
function say(key) {
  const place = /** @type {HTMLElement} */ (shown.querySelector("p"));
  if (place.textContent !== word(key)) place.textContent = word(key);
}

function start() {
  const started = new Worker(new URL("rooms.js", import.meta.url), { type: "module" });
  const life = `gipf-meta ${Math.random()}`;
  const fail = () => {
    if (worker !== started) return;
    started.terminate();
    worker = undefined;
    for (const bot of bots.keys()) endBot(bot);
    say("failed");
    for (const end of [...ends]) end(shown.hidden ? word("crashed", document.documentElement.lang) : "");
  };
  started.onerror = fail;
  started.onmessage = ({ data }) => {
    if (data.bot) askBot(data, started);
    if (data.part) bar.value = Math.min(data.part, 1);
    if (data.failed) fail();
    if (data.holds) navigator.locks.request(life, fail); // the browser tells of its end in no other way
    if (data.ready) {
      shown.hidden = true;
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

/** A port to the rooms of this tab, as `line.js` opens one. @param {any} told */
function openRooms({ opened, heard, closed }) {
  worker ??= start();
  const { port1: port, port2 } = new MessageChannel();
  const end = (/** @type {string} */ why) => {
    ends.delete(end);
    port.close();
    closed(why);
  };
  ends.add(end);
  port.onmessage = ({ data }) => {
    if (data === null) end("");
    else if (data === "") opened();
    else heard(JSON.parse(data));
  };
  worker.postMessage({ port: port2 }, [port2]);
  return {
    send: (/** @type {unknown} */ message) => port.postMessage(JSON.stringify(message)),
    close: () => {
      ends.delete(end);
      port.postMessage(null);
      port.close();
    },
  };
}

if (isNew) {
  say("loading");
  /** @type {any} */ (globalThis).openRooms = openRooms;
} else {
  say("old");
  bar.remove();
  // a port that never opens: nothing is tried again
  /** @type {any} */ (globalThis).openRooms = () => ({ send: () => {}, close: () => {} });
}
