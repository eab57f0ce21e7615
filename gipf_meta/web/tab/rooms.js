/** The worker of the rooms: it joins the pages' ports with Python, and has the page start workers of bots. */

import { startPython } from "./runtime.js";
import { Storage } from "./storage.js";

/** @type {Map<string, MessagePort>} */
const ports = new Map();
let next = 0;
/** What hears the answers of the workers of bots, by their numbers. @type {Map<number, (answer?: Uint8Array) => void>} */
const hearers = new Map();
let lastBot = 0;
/** @type {Promise<any>} */
let beginning;
/** When the workers of bots begin: after the first screen, which would wait for them. */
const SOON_MS = 1000;
/** Workers of bots: one that thinks and one that is spare, which begins when the first is ready. */
const WORKERS = 2;

/** Sends a frame; nothing ends the link. @param {string} name @param {string} text */
function say(name, text) {
  ports.get(name)?.postMessage(text || null);
  if (!text) ports.delete(name);
}

/** Starts a worker of bots; *heard* hears its answers, and nothing if it has crashed. */
function startWorker(/** @type {(answer?: Uint8Array) => void} */ heard) {
  const bot = ++lastBot;
  hearers.set(bot, heard);
  postMessage({ bot });
  return {
    ask: (/** @type {Uint8Array} */ parcel) => postMessage({ bot, parcel }),
    end: () => {
      hearers.delete(bot);
      postMessage({ bot, ends: true });
    },
  };
}

/** Hears what a worker of bots has told the page. @param {{bot: number, told: any}} message */
function hearBot({ bot, told }) {
  if (told === "ready") beginning.then((tab) => tab.warm(WORKERS));
  else hearers.get(bot)?.(told === "crashed" ? undefined : told);
}

/** @param {string} language */
async function begin(language) {
  const opening = Storage.open().catch((fault) => console.warn(String(fault)));
  const tell = (/** @type {any} */ news) => postMessage({ news });
  const python = await startPython(tell);
  const { open_tab } = python.pyimport("gipf_meta.web.tab.browser");
  tell({ stage: "matches" });
  const tab = await open_tab(say, startWorker, language, await opening);
  setTimeout(() => tab.warm(1), SOON_MS);
  return tab;
}

/** Tells the page that Python is gone: it starts anew. @param {unknown} crash */
function fail(crash) {
  console.error(crash);
  postMessage({ failed: true });
}

/** Lets the page know when this worker is gone: nobody else gets the lock before. @param {string} life */
function hold(life) {
  // only over https, and from this machine
  navigator.locks?.request(life, () => new Promise(() => postMessage({ holds: true })));
}

onunhandledrejection = ({ reason }) => fail(reason); // what Python runs by itself ends so if it crashes

/** @param {MessagePort} port @param {any} tab */
function join(port, tab) {
  const name = String(next++);
  ports.set(name, port);
  tab.join(name);
  port.onmessage = ({ data: text }) => {
    try {
      if (text !== null) return tab.receive(name, text);
      tab.leave(name);
      ports.delete(name);
    } catch (crash) {
      fail(crash);
    }
  };
  port.postMessage("");
}

onmessage = async ({ data }) => {
  if (data.bot) return hearBot(data);
  if (data.port) return join(data.port, await beginning);
  hold(data.life);
  beginning = begin(data.language);
  beginning.then(() => postMessage({ ready: true }), fail);
};
