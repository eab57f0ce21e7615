/** The page of a tab without a server: its rooms are a worker, and it says how far they have come. */

const shown = /** @type {HTMLElement} */ (document.getElementById("loading"));
const bar = /** @type {HTMLProgressElement} */ (shown.querySelector("progress"));

/** @type {Worker | undefined} */
let worker;
/** @type {Set<() => void>} */
const open = new Set();

function start() {
  const started = new Worker(new URL("rooms.js", import.meta.url), { type: "module" });
  const fail = () => {
    started.terminate();
    if (worker === started) worker = undefined;
    for (const closed of [...open]) closed();
  };
  started.onerror = fail;
  started.onmessage = ({ data }) => {
    if (data.part) bar.value = Math.min(data.part, 1);
    if (data.ready) shown.hidden = true;
    if (data.failed) fail();
  };
  return started;
}

/** @type {any} */ (globalThis).openRooms = (/** @type {any} */ { opened, heard, closed }) => {
  worker ??= start();
  const { port1: port, port2 } = new MessageChannel();
  const end = () => {
    open.delete(end);
    port.close();
    closed();
  };
  open.add(end);
  port.onmessage = ({ data }) => (data === null ? end() : data ? heard(JSON.parse(data)) : opened());
  worker.postMessage({ port: port2 }, [port2]);
  return {
    send: (/** @type {any} */ message) => port.postMessage(JSON.stringify(message)),
    close: () => {
      open.delete(end);
      port.postMessage(null);
      port.close();
    },
  };
};
