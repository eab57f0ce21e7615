// Goes from the desk to two rooms, and says what each socket heard: where a proxy leads rooms by address, and where it does not.
const sockets = [];
let isByAddress;
globalThis.WebSocket = class {
  constructor(address) {
    this.heard = [new URL(address).pathname];
    sockets.push(this);
    queueMicrotask(() => this.onopen());
  }
  send(text) {
    const { do: what, id, room } = JSON.parse(text);
    this.heard.push(room ? `${what} ${room}` : what);
    this.last = id;
    if (what === "hello") this.tell({ hello: isByAddress ? { by_address: true } : {} });
  }
  tell(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }
  close() {
    this.heard.push("closed");
  }
};
Object.assign(globalThis, {
  addEventListener() {},
  document: { baseURI: "http://host/", hidden: false, addEventListener() {} },
  localStorage: { getItem: () => null },
  location: { hash: "" },
});
const { Line, socket } = await import(new URL("../../gipf_meta/web/page/line.js", import.meta.url));
const rest = () => new Promise((done) => setTimeout(done));

async function walk() {
  sockets.length = 0;
  location.hash = "";
  const states = new Set();
  const line = new Line(socket, () => {}, (state) => states.add(state));
  const go = async (hash) => {
    location.hash = hash;
    line.move();
    await rest();
  };
  await rest();
  line.ask({ do: "submit" });
  const { last: id } = sockets[0];
  await go("#room/r-1"); // the desk has told where to go, but that it is done comes later
  const before = sockets.length;
  sockets[0].tell({ done: id, number: 0, id });
  await rest();
  await go("#room/r-1/at/3");
  await go("#screen/tables");
  line.ask({ do: "play", room: "r-1" }); // is asked again where the next room is led
  await go("#room/r-2");
  line.end();
  return { before, heard: sockets.map((each) => each.heard.join(", ")), states: [...states] };
}
const one = await walk();
isByAddress = true;
console.log(JSON.stringify({ one, led: await walk() }));
