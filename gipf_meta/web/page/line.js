/**
 * The line to the rooms: it sends messages and hears answers, begins again when it was cut, and
 * sends again what was not answered. A port is a socket, or a worker of the tab.
 */

import { whoIAm } from "./identity.js";
import { afterPress } from "./pressing.js";

/** @typedef {{send(message: object): void, close(): void}} Port */
/**
 * Opens a port; tells when it is open, what it hears, and, once, that it is closed; and why, if
 * those whom it was open to have crashed.
 * @typedef {(told: {opened(): void, heard(message: Wire.Told): void, closed(why?: string): void}) => Port} Opener
 */

const FIRST_PAUSE_MS = 400;
const LONGEST_PAUSE_MS = 15_000;
export const VERSION = 1;
/** Letters of a message of which no more are sent: it is refused as too long, while the server would close the line at one that is longer by far. */
const MOST_LETTERS = 3e5;

/** The address of the socket that was opened last. */
let path = "socket";
/** That of one for the room on show: by it a proxy finds the process that leads the room. */
const pathHere = () => location.hash.replace(/^#room(\/[\w-]+).*|.*/, (_, room) => room ? "socket" + room : path);

/** A port over a socket of this page's server. @type {Opener} */
export function socket({ opened, heard, closed }) {
  const address = new URL((path = pathHere()), document.baseURI);
  address.protocol = address.protocol.replace("http", "ws");
  const wire = new WebSocket(address);
  wire.onopen = opened;
  wire.onclose = () => closed();
  wire.onmessage = (event) => heard(JSON.parse(event.data));
  return {
    send: (message) => wire.send(JSON.stringify(message).slice(0, MOST_LETTERS)),
    close: () => wire.close(),
  };
}

/** Says hello. @param {Port} port */
const greet = (port) => port.send({ do: "hello", version: VERSION, language: "", known: Boolean(whoIAm().secret), zone: Intl.DateTimeFormat().resolvedOptions().timeZone, ...whoIAm() });

export class Line {
  #next = 0;
  #prefix = Math.random().toString(36).slice(2, 10);
  #pause = FIRST_PAUSE_MS;
  /** @type {Port | undefined} */ #port;
  /** @type {number | undefined} */ #timer;
  #isReady = false;
  /** @type {boolean | undefined} */ #isByAddress;
  /** How long a message takes to the server and back, ms; undefined where nobody measures it. @type {number | undefined} */ lag;
  /** @type {Map<string, {message: Wire.Sent, done: (answer: Wire.Told) => void}>} */
  #unanswered = new Map();

  /**
   * @param {Opener} open
   * @param {(message: Wire.Told) => void} hear
   * @param {(state: "open" | "lost" | "ended", why?: string, unknown?: boolean) => void} tell
   */
  constructor(open, hear, tell) {
    this.open = open;
    this.hear = hear;
    this.tell = tell;
    for (const news of ["online", "pageshow", "focus"]) addEventListener(news, () => this.#hasten());
    document.addEventListener("visibilitychange", () => document.hidden || this.#hasten());
    this.begin();
  }

  /** Opens the port at once if it waits: the reader is back, or the network. */
  #hasten() {
    if (this.#timer === undefined) return;
    this.#pause = FIRST_PAUSE_MS;
    this.begin();
  }

  /** Forgets that the port is to be opened again. */
  #rest() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Opens the port, now. */
  begin() {
    this.#rest();
    this.#isReady = false;
    this.#port?.close();
    /** @type {Port} */
    const port = this.open({
      opened: () => greet(port),
      heard: (message) => afterPress(() => port === this.#port && this.#heard(message)),
      closed: (why) => port === this.#port && this.#lost(why),
    });
    this.#port = port;
  }

  /** Opens the port anew if another process may lead the room to which the reader has come, as soon as the desk has answered: it does again what is said again. */
  move() {
    if (this.#isByAddress && path !== pathHere() && ![...this.#unanswered.values()].some(({ message }) => !("room" in message))) this.begin();
  }

  /** Says hello again: more is known of the reader. */
  greet() {
    if (this.#isReady && this.#port) greet(this.#port);
  }

  /** @param {string} [why] */
  #lost(why) {
    if (why && this.#isReady) import("./crashes.js").then(({ refuse }) => refuse(this.#unanswered, why));
    this.#isReady = false;
    this.tell("lost", why);
    this.#timer = setTimeout(() => this.begin(), this.#pause * (0.8 + 0.4 * Math.random()));
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE_MS);
  }

  /** Ends the line for good. */
  end() {
    const port = this.#port;
    this.#port = undefined;
    this.#rest();
    port?.close();
  }

  /** @param {Wire.Told} message */
  #heard(message) {
    if (message.refused === "hello") {
      this.end();
      this.tell("ended", message.why, message.unknown);
      return;
    }
    if (message.hello) {
      const before = [...this.#unanswered];
      this.#isReady = true;
      this.#isByAddress = message.hello.by_address;
      this.#pause = FIRST_PAUSE_MS;
      this.hear(message); // and watches its room anew
      this.tell("open");
      for (const [id, { message: sent }] of before) {
        if (sent.do === "watch") this.#unanswered.delete(id);
        else this.#port?.send(sent);
      }
      return;
    }
    const { id = "", more } = message;
    const waiting = more ? undefined : this.#unanswered.get(id);
    if (waiting) this.#unanswered.delete(id);
    this.hear(message);
    waiting?.done(message);
    this.move();
  }

  /**
   * Sends a message; its last answer comes, even if the line is cut in between.
   * @param {Wire.Sent} message @returns {Promise<Wire.Told>}
   */
  ask(message) {
    const id = `${this.#prefix}-${this.#next++}`;
    const sent = { id, ...message }; // it is known by its beginning
    return new Promise((done) => {
      this.#unanswered.set(id, { message: sent, done });
      if (this.#isReady) this.#port?.send(sent);
    });
  }

  /** Forgets what was asked in a room and not answered. @param {string} room */
  forget(room) {
    for (const [id, { message }] of this.#unanswered) {
      if ("room" in message && message.room === room) this.#unanswered.delete(id);
    }
  }
}
