/** What the reader may do in a room besides playing: by a key, a button or the menu. */

import { ask } from "./dialogs.js";
import { attribute, byId, keyed, make, write } from "./scene.js";
import { sound } from "./sound.js";
import { say } from "./words.js";

/** What a key does: the name of a deed, and the command that the room must allow for it, or what its scene must have. */
const DEEDS = /** @type {[key: string, deed: string, needs?: string][]} */ ([
  ["H", "hint", "hint"], ["A", "analyse", "analyse"], ["G", "review", "analyse"], ["W", "study", "study"], ["u", "take_back", "take_back"], ["U", "play_again", "play_again"],
  ["D", "offer", "offer"], ["R", "resign", "resign"], ["P", "pause", "pause"], ["P", "go_on", "go_on"], ["Y", "live", "live"], ["K", "plan", "plan"],
  ["I", "invite", "invite"], ["Q", "leave_match", "leave"], [":", "type", "ask"], ["V", "replay", "look"], ["F2", "news", "look"], ["M", "begin_here", "begin_here"], ["T", "together", "show"], ["B", "rematch", "rematch"], ["O", "result", "over"],
  ["J", "next_waiting", "here"], ["S", "save", "record"], ["F", "flip"], ["C", "copy", "record"],
  ["X", "sound"], ["Z", "fullscreen"], ["L", "rules"], ["?", "help"], ["E", "to_games"], ["m", "menu"],
]);
/** The bar: what has a button of its own where it is possible. */
const BAR = ["before", "after", "hint", "take_back", "play_again", "go_on", "plan", "begin_here", "flip", "type", "menu"];
/** The game in which a board is set up: what comes next has a button in the bar. */
const SETTING_UP = "setting_up";
/** The steps of the bar, which have keys in a replay only. */
const STEPS = /** @type {Record<string, [step: number, key: string]>} */ ({ before: [-1, "ArrowLeft"], after: [1, "ArrowRight"] });
export class Deeds {
  /** @param {import("./room.js").Room} room */
  constructor(room) {
    this.room = room;
    /** What has stood in the bar stands there to the end of the match, so that nothing moves under a finger. @type {Set<string>} */
    this.stood = new Set();
  }

  /** What may be done now. While a match goes on, W begins a move, `Wd4`, so a study has no key there. @returns {typeof DEEDS} */
  get #possible() {
    const { replay, scene } = this.room;
    const isLive = !replay.isOpen && !scene.get("over");
    return DEEDS.filter(([, deed, needs]) =>
      (!replay.isOpen || replay.deeds.includes(deed)) && (!needs || this.room.may(needs) || scene.get(/** @type {keyof Wire.SceneParts} */ (needs))))
      .map(([key, deed]) => [deed === "study" && isLive ? "" : key, deed]);
  }

  /** The keys that are possible now: what each does, and how that is called. @returns {[key: string, deed: string, name: string][]} */
  get #named() {
    return this.#possible.map(([key, deed]) => [key, deed, deed === "to_games" ? this.room.page.wayBack() : say(deed === "sound" && sound.isOn ? "sound_off" : deed)]);
  }

  /** The deed of a key that is possible now. @param {string} key */
  at(key) {
    return this.#possible.find((one) => one[0] === key)?.[1];
  }

  /** Shows the bar. */
  show() {
    const { replay, scene } = this.room;
    const keys = new Map(this.#possible.map(([key, deed]) => [deed, key]));
    if (scene.get("state")?.game !== SETTING_UP) keys.delete("begin_here"); // it stands in the menu
    if (!this.room.hasOthers) keys.delete("plan"); // so does this, against programs, which answer soon
    const stand = replay.isOpen ? undefined : scene.get("stand");
    const walks = replay.isOpen || stand;
    if (replay.isOpen ? replay.at > 0 : stand ? stand.at : scene.get("turn:0")) keys.set("before", walks ? STEPS.before[1] : "");
    if (walks && !replay.isLast) keys.set("after", STEPS.after[1]);
    const isOver = Boolean(scene.get("over")) && !replay.isOpen;
    const steps = replay.isOpen || this.room.may("look") ? Object.keys(STEPS) : [];
    for (const deed of [...steps, ...keys.keys()]) this.stood.add(deed);
    const shown = BAR.filter((deed) => keys.has(deed) || (this.stood.has(deed) && (!isOver || STEPS[deed]) && deed !== "go_on"));
    /** @type {[string, string | undefined][]} */
    const items = shown.map((deed) => [deed, keys.get(deed)]);
    keyed(byId("deeds"), items, (deed) => this.#make(deed), (button, key) => {
      button.disabled = key === undefined;
      attribute(button, "aria-keyshortcuts", key || null);
    });
  }

  /** A button of the bar: a picture and its name. @param {string} deed @returns {HTMLButtonElement} */
  #make(deed) {
    const button = make("deed");
    const [icon, name] = button.children;
    icon.firstElementChild.setAttribute("href", `#icon-${deed}`);
    // some are called more shortly in the bar
    write(name, deed === "type" ? say("type_short") : deed === "plan" ? say("plan_short") : deed === "begin_here" ? say("play") : say(deed));
    button.value = deed;
    button.title = say(deed);
    button.onclick = () => this.do(deed);
    return button;
  }

  /** Does what a key or a button stands for. @param {string} deed */
  do(deed) {
    const { room } = this;
    if (STEPS[deed]) {
      if (!room.replay.isOpen && room.may("walk")) return room.replay.walk(deed === "before" ? "back" : "on");
      return void room.replay.step(STEPS[deed][0]);
    }
    const end = () => import("./ending.js").then((all) => all.end(deed, room));
    const does = {
      hint: () => room.asking.askHint(),
      analyse: async () => (await room.toInquiry()).lines.toggle(),
      review: async () => (await room.toInquiry()).review.toggle(),
      turned: async () => (await room.toInquiry()).review.seekTurning(),
      type: () => room.typing.open(),
      resign: end, offer: end, pause: end,
      plan: () => import("./imagining.js").then(({ imagine }) => imagine(room)),
      replay: () => (room.replay.isOpen ? room.replay.close() : room.replay.open()),
      news: () => import("./news.js").then(({ toggleNews }) => toggleNews(room)),
      begin_here: () => room.command({ do: "begin_here", at: room.replay.isOpen ? room.replay.at : null }),
      result: () => import("./result.js").then(({ focusResult }) => focusResult()),
      save: () => import("./saving.js").then(({ askToSave }) => askToSave(room)),
      menu: () => this.#menu(),
      to_games: () => room.page.leave(),
      leave: () => room.page.leave(),
      invite: () => import("./invite.js").then(({ invite }) => invite(room)),
      leave_match: () => import("./people.js").then(({ leaveMatch }) => leaveMatch(room)),
      together: () => import("./together.js").then(({ together }) => together(room).lead()),
      live: () => import("./hours.js").then(({ askForHour }) => askForHour(room)),
      next_waiting: () => import("./waiting.js").then(({ goNext }) => goNext(room)),
      look: () => room.board.focus(),
      help: () => import("./keyboard.js").then(({ showKeys }) => showKeys(room, this.#named.filter(([key]) => key).map(([key, , name]) => [key, name]))),
      rules: () => {
        const { game, options = "{}" } = room.scene.get("state") ?? {};
        room.page.go(`screen/rules/${encodeURIComponent(JSON.stringify({ game, options }))}`);
      },
      flip: () => {
        room.board.flip(room.shown);
        room.side.seat(room.scene, room.shown);
        room.asking.show();
      },
      sound: () => {
        sound.isOn = !sound.isOn;
        sound.play("turn");
      },
      fullscreen: () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()),
      copy: () => import("./clipboard.js").then(({ copy }) => copy(room)),
    }[deed];
    if (does) does();
    else room.command(/** @type {Wire.InRoom} */ ({ do: deed }));
  }

  async #menu() {
    const deeds = this.#named.filter(([, deed]) => deed !== "menu");
    const answer = await ask("menu", {
      title: say("menu"),
      buttons: deeds.map(([key, deed, name]) => [deed, name, key]),
      mood: "menu",
      close: say("close_dialog"),
    });
    if (answer) this.do(answer);
  }
}
