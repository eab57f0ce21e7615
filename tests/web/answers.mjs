// Lets a host answer what a line has asked, cuts the line, and says what was asked again and how each ask ended.
Object.assign(globalThis, {
  addEventListener() {},
  document: { hidden: false, addEventListener() {} },
  setTimeout: (act) => act() ?? 1, // nobody waits
  clearTimeout() {},
  localStorage: { getItem: () => null, setItem() {} },
});

const { Line } = await import(new URL("../../gipf_meta/web/page/line.js", import.meta.url));
const heard = [], ended = {}, sent = [];
let port;
const open = (told) => ((port = told), { send: (message) => sent.push(message), close() {} });
const greet = () => (port.opened(), port.heard({ hello: {} }));
const line = new Line(open, (message) => heard.push(Object.keys(message)[0]), () => {});
greet();
const ids = {};
for (const what of ["open", "analyse", "branch", "review", "look"]) {
  line.ask({ do: what, room: "r" }).then((answer) => (ended[what] = Object.keys(answer)[0]));
  ids[what] = sent.at(-1).id;
}
const tell = async (what, message, more) => {
  port.heard({ ...message, ...(more && { more }), id: ids[what] });
  await null;
};
await tell("open", { screen: { name: "launcher" } }, true);
const early = { ...ended };
await tell("open", { done: ids.open, number: 0 });
await tell("analyse", { analysis: { id: ids.analyse, over: false } }, true);
await tell("analyse", { analysis: { id: ids.analyse, over: true } });
await tell("branch", { done: ids.branch, number: 1 }, true);
await tell("review", { review: { id: ids.review, over: false } }, true);
port.heard({ notice: { id: ids.look } }); // which answers nothing
await tell("look", { look: { id: ids.look } });
await null;
const before = { ...ended };
sent.length = 0;
port.closed();
greet();
const again = sent.map((message) => message.do);
await tell("branch", { go: "room/2" });
await null;
console.log(JSON.stringify({ early, before, again, after: ended.branch }));
