// Cuts a line again and again, and says how often it was opened after each thing that happened to it.
const heard = {};
const listen = (name, hear) => (heard[name] ??= []).push(hear);
const happens = (name) => heard[name].forEach((hear) => hear({}));
const waits = new Map();
Object.assign(globalThis, {
  addEventListener: listen,
  document: { hidden: false, addEventListener: listen },
  setTimeout: (act, ms) => (waits.set(waits.size + 1, ms), waits.size),
  clearTimeout: (timer) => waits.delete(timer),
});

const { Line } = await import(new URL("../../gipf_meta/web/page/line.js", import.meta.url));
let opened = 0;
let port;
new Line((told) => (opened++, (port = told), { send() {}, close() {} }), () => {}, () => {});
const said = {};
for (const news of ["online", "pageshow", "focus", "visibilitychange"]) {
  happens(news); // while it is being opened
  port.closed();
  const before = opened;
  happens(news);
  said[news] = [before, opened, Math.max(0, ...waits.values())];
}
document.hidden = true;
port.closed();
happens("visibilitychange");
said.hidden = [opened, waits.size];
console.log(JSON.stringify(said));
