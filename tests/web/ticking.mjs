// Lets tasks tick for ten seconds on a clock of its own, and says how often each was called, and how many frames were asked for.
let now = 0;
let frames = 0;
let number = 0;
const waiting = new Map();
globalThis.setTimeout = (call, ms) => (waiting.set(++number, { call: () => call(), at: now + ms }), number);
globalThis.clearTimeout = (id) => waiting.delete(id);
globalThis.requestAnimationFrame = (call) => {
  frames += 1;
  const at = Math.floor(now / 16 + 1) * 16; // the next picture of the screen
  waiting.set(++number, { call: () => call(at), at });
  return number;
};

const page = new URL("../../gipf_meta/web/page/sand.js", import.meta.url);
const { Ticker } = await import(page);

const ticker = new Ticker();
const calls = { slow: 0, fast: 0, once: 0 };
for (const [key, pause] of Object.entries({ slow: 1000, fast: 250, once: 0 })) ticker.run(key, () => ((calls[key] += 1), pause));
let isStopped = false;
while (waiting.size && now < 10_000) {
  const [id, next] = [...waiting].reduce((best, one) => (one[1].at < best[1].at ? one : best));
  waiting.delete(id);
  now = next.at;
  next.call();
  if (now > 5000 && !isStopped) {
    isStopped = true;
    ticker.stop("fast");
  }
}
ticker.clear();
for (const [id, { call }] of waiting) if (waiting.delete(id)) call(); // a picture may be on its way
console.log(JSON.stringify({ calls, frames, waiting: waiting.size }));
