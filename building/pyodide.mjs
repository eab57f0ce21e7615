/**
 * Runs a Python script in the runtime of a tab's folder, with the program that is in it:
 *
 *     node building/pyodide.mjs tab SCRIPT [ARGUMENTS]
 *
 * The script sees this repository at its own path, its working folder and ``sys.argv``; paths in
 * other places are not there, except those of the environment variable PYODIDE_SEES (colons between
 * them). What it prints is printed; an error, and ``sys.exit``, end with that exit status. What it
 * leaves as ``later`` is awaited.
 */

import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

import { ENVIRONMENT, NO_LIBRARY, unpack } from "../gipf_meta/web/tab/packs.js";

/** Python of a folder: of a tab, whose files are packed, or of a runtime as it comes with what it finds beside it. @param {string} folder */
async function load(folder) {
  const runtime = join(folder, "runtime");
  const { loadPyodide } = await import(pathToFileURL(join(runtime, "pyodide.mjs")).href);
  if (!existsSync(join(folder, "program.pack"))) {
    const env = { PYTHONNODEBUGRANGES: "1" }; // what is compiled there knows lines, but no columns: it is smaller
    return loadPyodide({ indexURL: `${runtime}/`, env });
  }
  const unpacked = mkdtempSync(join(tmpdir(), "tab-"));
  try {
    for (const name of ["pyodide.asm.mjs", "pyodide-lock.json"]) copyFileSync(join(runtime, name), join(unpacked, name));
    writeFileSync(join(unpacked, "pyodide.asm.wasm"), gunzipSync(readFileSync(join(runtime, "pyodide.asm.wasm.pack"))));
    writeFileSync(join(unpacked, "python_stdlib.zip"), NO_LIBRARY);
    const packs = ["program.pack", "rest.pack"].map((name) => gunzipSync(readFileSync(join(folder, name))));
    const fsInit = async (/** @type {any} */ FS) => packs.forEach((pack) => unpack(FS, pack));
    const python = await loadPyodide({ indexURL: `${unpacked}/`, env: { ...ENVIRONMENT }, fsInit });
    python.pyimport("gipf_meta.web.tab.bytecode_cache").know();
    return python;
  } finally {
    rmSync(unpacked, { recursive: true });
  }
}

const [folder, script, ...rest] = process.argv.slice(2);
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const python = await load(resolve(folder));
// nothing waits for a terminal, and no output is lost when this process ends
python.setStdout({ write: (bytes) => (process.stdout.write(Buffer.from(bytes)), bytes.length) });
python.setStderr({ write: (bytes) => (process.stderr.write(Buffer.from(bytes)), bytes.length) });
for (const path of [root, ...(process.env.PYODIDE_SEES ?? "").split(":").filter(Boolean)]) {
  python.FS.mkdirTree(path);
  python.mountNodeFS(path, path);
}
python.globals.set("path", resolve(script));
python.globals.set("arguments", python.toPy([resolve(script), ...rest]));
python.globals.set("folder", process.cwd());
process.exitCode = await python.runPythonAsync(`
import contextlib, os, runpy, sys, traceback
sys.argv, status = list(arguments), 0
sys.path.insert(0, os.path.dirname(path))
with contextlib.suppress(FileNotFoundError):
    os.chdir(folder)
try:
    left = runpy.run_path(path, run_name="__main__")
    if "later" in left:
        await left["later"]
except SystemExit as ended:
    status = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
except BaseException:
    traceback.print_exc()
    status = 1
sys.stdout.flush()
sys.stderr.flush()
status
`);
