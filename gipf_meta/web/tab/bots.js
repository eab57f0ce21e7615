/** The worker of the bots: work in, answer out. Whoever waits no longer ends this worker. */

import { startPython } from "./runtime.js";

const ready = startPython().then((python) => python.pyimport("gipf_meta.web.tab.bots_worker"));
ready.then(() => postMessage("ready"), () => postMessage("crashed"));

onmessage = async ({ data }) => {
  const worker = await ready;
  try {
    postMessage(worker.answer(data, (/** @type {Uint8Array} */ part) => postMessage(part)));
  } catch (crash) {
    console.error(crash);
    postMessage("crashed");
  }
};
