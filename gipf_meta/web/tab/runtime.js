/** Python in a worker: the runtime and the program beside it, both from this folder. */

// @ts-ignore: it is there in a built tab alone
import { loadPyodide } from "../runtime/pyodide.mjs";

/** @typedef {any} Python */

/** What is fetched, in bytes: `files.json` of the build says it. @typedef {Record<string, number>} Sizes */

const ROOT = new URL("..", import.meta.url);
const PLACE = "/lib/python3.14/site-packages";

/**
 * Counts what is fetched, and tells the part of *sizes* that has come.
 * @param {Sizes} sizes @param {(part: number) => void} tell
 */
function countFetched(sizes, tell) {
  const all = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  const plain = self.fetch.bind(self);
  let come = 0;
  self.fetch = async (what, how) => {
    const answer = await plain(what, how);
    const reader = answer.clone().body?.getReader();
    const count = async () => {
      for (let piece = await reader?.read(); piece?.value; piece = await reader?.read()) {
        come += piece.value.length;
        tell(come / all);
      }
    };
    count().catch(() => {}); // whoever asked for the file hears of it
    return answer;
  };
}

/**
 * Starts Python with the program in it.
 * @param {(part: number) => void} [tell] hears which part of what is needed has come
 * @returns {Promise<Python>}
 */
export async function startPython(tell) {
  if (tell) countFetched(await (await fetch(new URL("files.json", ROOT))).json(), tell);
  const program = fetch(new URL("program.zip", ROOT)).then((answer) => answer.arrayBuffer());
  program.catch(() => {});
  const python = await loadPyodide({ indexURL: new URL("runtime/", ROOT).href });
  python.unpackArchive(await program, "zip", { extractDir: PLACE });
  return python;
}
