/**
 * Runs a Python script in the runtime of a tab's folder, with the program that is in it:
 *
 *     node building/pyodide.mjs tab SCRIPT [ARGUMENTS]
 *
 * The script sees this repository at its own path, its working folder and ``sys.argv``; paths in
 * other places are not there, except those of the environment variable PYODIDE_SEES (colons between
 * them). What it prints is printed; an error, and ``sys.exit``, end with that exit status.
 */

import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const [folder, script, ...rest] = process.argv.slice(2);
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { loadPyodide } = await import(pathToFileURL(resolve(folder, "runtime/pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: resolve(folder, "runtime") + "/" });
// nothing waits for a terminal, and no output is lost when this process ends
python.setStdout({ write: (bytes) => (process.stdout.write(Buffer.from(bytes)), bytes.length) });
python.setStderr({ write: (bytes) => (process.stderr.write(Buffer.from(bytes)), bytes.length) });
for (const path of [root, ...(process.env.PYODIDE_SEES ?? "").split(":").filter(Boolean)]) {
  python.FS.mkdirTree(path);
  python.mountNodeFS(path, path);
}
const program = resolve(folder, "program.zip");
if (existsSync(program)) {
  const bytes = readFileSync(program);
  python.unpackArchive(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length), "zip", {
    extractDir: "/lib/python3.14/site-packages",
  });
}
python.globals.set("path", resolve(script));
python.globals.set("arguments", python.toPy([resolve(script), ...rest]));
python.globals.set("folder", process.cwd());
process.exitCode = python.runPython(`
import contextlib, os, runpy, sys, traceback
sys.argv, status = list(arguments), 0
sys.path.insert(0, os.path.dirname(path))
with contextlib.suppress(FileNotFoundError):
    os.chdir(folder)
try:
    runpy.run_path(path, run_name="__main__")
except SystemExit as ended:
    status = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
except BaseException:
    traceback.print_exc()
    status = 1
sys.stdout.flush()
sys.stderr.flush()
status
`);
