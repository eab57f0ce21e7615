/**
 * Packs: many files as one, which are unpacked into the memory of the runtime without asking Python.
 * The length of a list, the list of names and sizes as JSON, then the files one after the other.
 */

/** Where Python looks for its library, and in it for packages. */
const PLACE = "/lib/python3.14";
/** What tells Python so. */
export const ENVIRONMENT = { PYTHONPATH: PLACE };
/** The archive of a library that has no files: they come in a pack. */
export const NO_LIBRARY = new Uint8Array([0x50, 0x4b, 5, 6, ...Array(18).fill(0)]);

/** Writes the files of a pack to where Python finds them. @param {any} FS @param {Uint8Array} pack */
export function unpack(FS, pack) {
  const length = new DataView(pack.buffer, pack.byteOffset).getUint32(0);
  /** @type {[string, number][]} */
  const files = JSON.parse(new TextDecoder().decode(pack.subarray(4, 4 + length)));
  const folders = new Set();
  let at = 4 + length;
  for (const [name, size] of files) {
    const path = `${PLACE}/${name}`;
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!folders.has(folder)) FS.mkdirTree(folder);
    folders.add(folder);
    FS.writeFile(path, pack.subarray(at, (at += size)), { canOwn: true });
  }
}
