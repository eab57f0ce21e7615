"use strict";

// the codes of server.py, and what they mean to a player
const ENDS = {
  4000: ["You have left. Matches are kept.", "Open again"],
  4001: ["This is being played in another tab.", "Play here"],
  4002: ["The program has failed; it says why where gipf-meta serve runs.", "Try again"],
};
const LOST = ["The connection is lost. Matches are kept.", "Go on"];
const GONE = [
  "The server does not answer. Start gipf-meta serve again, and open the address that it prints.",
  "Try again",
];

const terminal = document.querySelector("#terminal");
// a phone gets the columns that the keys at the bottom need
if (window.innerWidth < 600) terminal.dataset.fontSize = 14;
terminal.dataset.sessionWebsocketUrl = `ws://${location.host}${location.pathname}/socket`;

const focus = () => document.querySelector(".xterm-helper-textarea")?.focus();

function ended(event) {
  say(ENDS[event.code] ?? LOST);
  document.querySelector("#end").showModal();
}

function say([why, again]) {
  document.querySelector("#why").textContent = why;
  document.querySelector("#again").textContent = again;
}

document.querySelector("#again").addEventListener("click", async () => {
  try {
    await fetch("/static/page.js"); // any answer will do, a refusal too
    location.reload();
  } catch {
    say(GONE); // a browser's own page of error would lead nowhere
  }
});

// textual.js makes one socket and tells nobody; keys need no first click, and an end has a reason
window.WebSocket = class extends WebSocket {
  constructor(url) {
    super(url);
    this.addEventListener("open", focus);
    this.addEventListener("close", ended);
  }
  // keys that are pressed before or after are nobody's
  send(data) {
    if (this.readyState === 1) super.send(data);
  }
};

// textual.js begins when the window has loaded, and measures the letters at once
const begin = window.onload;
window.onload = async (event) => {
  await Promise.all(["", "bold "].map((style) => document.fonts.load(`${style}16px "Roboto Mono"`)));
  begin(event);
};

window.addEventListener("focus", focus);
terminal.addEventListener("click", focus);

// the terminal takes every key; these are the browser's
window.addEventListener(
  "keydown",
  (event) => {
    const held = event.ctrlKey || event.metaKey;
    const mine = held ? ["r", "R", "+", "-", "=", "0"] : ["F5", "F11", "F12"];
    if (mine.includes(event.key)) event.stopImmediatePropagation();
  },
  true,
);
