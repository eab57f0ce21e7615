/** Python in a worker: the runtime and the program beside it, both from this folder. */

// @ts-ignore: it is there in a built tab alone
import { loadPyodide } from "../runtime/pyodide.mjs";
import { ENVIRONMENT, NO_LIBRARY, unpack } from "./packs.js";

/** @typedef {any} Python */

/**
 * What is told while Python comes: the bytes that have come, or what is done with them.
 * @typedef {(news: {come: number, all: number} | {stage: "starting" | "games" | "matches"}) => void} Tell
 */

const ROOT = new URL("..", import.meta.url);
/** What is fetched, in bytes: the build writes it. @type {Record<string, number>} */
const SIZES = { "{sizes}": 0 };
const ALL = Object.values(SIZES).reduce((sum, size) => sum + size, 0);
const WASM = "runtime/pyodide.asm.wasm";

/**
 * Fetches what is packed and unpacks it as it comes, unless the service worker has kept it unpacked; *count*
 * hears of each piece. No host need compress it, or know of it.
 * @param {string} name @param {(bytes: number) => void} count @param {string} type
 */
async function fetchPacked(name, count, type) {
  const answer = await fetch(new URL(`${name}.pack`, ROOT));
  if (!answer.ok || !answer.body) throw new Error(`${name} has not come: ${answer.status}`);
  if (type && answer.headers.get("Content-Type") === type) {
    count(SIZES[`${name}.pack`]);
    return answer;
  }
  const counting = new TransformStream({
    transform(piece, out) {
      count(piece.length);
      out.enqueue(piece);
    },
  });
  const plain = answer.body.pipeThrough(counting).pipeThrough(/** @type {any} */ (new DecompressionStream("gzip")));
  return new Response(plain, { headers: { "Content-Type": type } });
}

/** The rest of the program, now: something in it is imported. */
function fetchRest() {
  const asked = new XMLHttpRequest();
  asked.open("GET", new URL("rest.pack", ROOT), false);
  asked.responseType = "arraybuffer";
  asked.send();
  return new Uint8Array(asked.response);
}

/**
 * Starts Python with the program in it.
 * @param {Tell} [tell] @returns {Promise<Python>}
 */
export async function startPython(tell) {
  let come = 0;
  const count = (/** @type {number} */ bytes) => tell?.({ come: (come += bytes), all: ALL });
  const wasm = fetchPacked(WASM, count, "application/wasm");
  // @ts-ignore: as above; it comes beside the others, not after them
  import("../runtime/pyodide.asm.mjs");
  const program = fetchPacked("program", count, "").then((answer) => answer.arrayBuffer());
  const plain = self.fetch.bind(self);
  self.fetch = async (what, how) => {
    const name = String(what instanceof Request ? what.url : what);
    if (name.endsWith(WASM)) return wasm;
    if (name.endsWith("python_stdlib.zip")) return new Response(NO_LIBRARY);
    return plain(what, how);
  };
  const fsInit = async (/** @type {any} */ FS) => {
    unpack(FS, new Uint8Array(await program));
    tell?.({ stage: "starting" });
  };
  const python = await loadPyodide({ indexURL: new URL("runtime/", ROOT).href, env: { ...ENVIRONMENT }, fsInit });
  self.fetch = plain;
  tell?.({ stage: "games" });
  python.pyimport("gipf_meta.web.tab.bytecode_cache").know();
  python.pyimport("gipf_meta.web.tab.later_files").install(fetchRest);
  return python;
}
