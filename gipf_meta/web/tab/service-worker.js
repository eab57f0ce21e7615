/**
 * Keeps all files of one build, so that the program starts without a network. A newer build waits
 * until no tab runs the old one: two workers of a tab are always of one build.
 */

/** Both are written by the build. @type {string} */
const VERSION = "{version}";
/** @type {string[]} */
const FILES = ["{files}"];

/**
 * Is kept unpacked, as an answer of its own kind: of such a one a browser keeps what it has compiled, too,
 * and the next start compiles nothing.
 */
const MACHINE = "runtime/pyodide.asm.wasm.pack";

const SCOPE = new URL("./", location.href).href;
const PREFIX = `gipf-meta ${SCOPE} `;
const worker = /** @type {any} */ (self);

/** Keeps all files. */
async function keep() {
  const cache = await caches.open(PREFIX + VERSION);
  await cache.addAll(FILES);
  const packed = await cache.match(MACHINE);
  const plain = packed?.body?.pipeThrough(/** @type {any} */ (new DecompressionStream("gzip")));
  await cache.put(MACHINE, new Response(plain, { headers: { "Content-Type": "application/wasm" } }));
}

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keep()));

worker.addEventListener("activate", (/** @type {any} */ event) => {
  const drop = async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith(PREFIX) && name !== PREFIX + VERSION) await caches.delete(name);
    }
  };
  event.waitUntil(drop());
  // from a first visit on: some modules are fetched later. Not awaited: whoever comes would wait too
  worker.clients.claim();
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(SCOPE)) return;
  const answer = async () => {
    const cache = await caches.open(PREFIX + VERSION);
    const asked = request.mode === "navigate" ? SCOPE : request;
    return (await cache.match(asked, { ignoreSearch: true })) ?? fetch(request);
  };
  event.respondWith(answer());
});
