/** What the reader may do in a room besides playing: by a key, a button or the menu. */

import { ask, shut } from "./dialogs.js";
import { byId, el, keyed } from "./scene.js";
import { sound } from "./sound.js";
import { say } from "./words.js";

/** What a key does: the name of a deed, and the command that the room must allow for it, or what its scene must have. */
const DEEDS = /** @type {[key: string, deed: string, needs?: string][]} */ ([
  ["H", "hint", "hint"], ["A", "analyse", "analyse"], ["G", "review", "analyse"], ["u", "take_back", "take_back"], ["U", "play_again", "play_again"],
  ["D", "offer", "offer"], ["R", "resign", "resign"], ["P", "pause", "pause"], ["P", "go_on", "go_on"],
  ["I", "invite", "invite"], ["Q", "leave_match", "leave"], [":", "type", "ask"], ["V", "replay", "look"], ["T", "together", "show"], ["B", "rematch", "rematch"], ["O", "result", "over"],
  ["S", "save", "record"], ["F", "flip"], ["C", "copy_link"],
  ["X", "sound"], ["Z", "fullscreen"], ["L", "rules"], ["?", "help"], ["E", "to_games"], ["m", "menu"],
]);
/** The deeds that have a button of their own: the first three of these, and the last two. */
const BUTTONS = ["hint", "take_back", "play_again", "go_on", "rematch", "result", "replay"];
const MOST_BUTTONS = 3;
const LAST_BUTTONS = ["type", "menu"];
/** What may be done while an earlier moment is shown. */
const LOOKING = "replay together analyse review save flip copy_link sound fullscreen rules help to_games menu".split(" ");

export class Deeds {
  /** @param {import("./room.js").Room} room */
  constructor(room) {
    this.room = room;
  }

  get #possible() {
    const { replay, scene } = this.room;
    return DEEDS.filter(([, deed, needs]) =>
      (!replay.isOpen || LOOKING.includes(deed)) && (!needs || this.room.may(needs) || scene.get(/** @type {keyof Wire.SceneParts} */ (needs))));
  }

  /** The keys that are possible now: what each does, and how that is called. @returns {[key: string, deed: string, name: string][]} */
  get #named() {
    return this.#possible.map(([key, deed]) => [key, deed, say(deed === "sound" && sound.isOn ? "sound_off" : deed)]);
  }

  /** The deed of a key that is possible now. @param {string} key */
  at(key) {
    return this.#possible.find((one) => one[0] === key)?.[1];
  }

  /** Shows the buttons. */
  show() {
    const keys = new Map(this.#possible.map(([key, deed]) => [deed, key]));
    const deeds = this.room.replay.isOpen ? [] : BUTTONS.filter((deed) => keys.has(deed)).slice(0, MOST_BUTTONS);
    /** @type {[string, string][]} */
    const shown = [...deeds, ...LAST_BUTTONS].flatMap((deed) => (keys.has(deed) ? [[deed, String(keys.get(deed))]] : []));
    keyed(byId("deeds"), shown, (deed) => el("button", { type: "button", value: deed, click: () => this.do(deed) }, el("span", {}, say(deed))),
      (button, key) => button.setAttribute("aria-keyshortcuts", key));
  }

  /** Does what a key or a button stands for. @param {string} deed */
  do(deed) {
    const { room } = this;
    if (deed !== "result") shut("over"); // who goes on has seen it
    const does = {
      hint: () => room.asking.askHint(),
      analyse: async () => (await room.toStudy()).lines.toggle(),
      review: async () => (await room.toStudy()).review.toggle(),
      type: () => room.typing.open(),
      resign: () => import("./ending.js").then(({ resign }) => resign(room)),
      offer: () => import("./ending.js").then(({ offerDraw }) => offerDraw(room)),
      replay: () => (room.replay.isOpen ? room.replay.close() : room.replay.open()),
      result: () => import("./ending.js").then(({ showResult }) => showResult(room)),
      save: () => import("./saving.js").then(({ askToSave }) => askToSave(room)),
      menu: () => this.#menu(),
      to_games: () => room.page.go(""),
      leave: () => room.page.go(""),
      invite: () => import("./invite.js").then(({ invite }) => invite(room)),
      leave_match: () => import("./people.js").then(({ leaveMatch }) => leaveMatch(room)),
      together: () => import("./together.js").then(({ together }) => together(room).lead()),
      look: () => room.board.focus(),
      help: () => import("./keyboard.js").then(({ showKeys }) => showKeys(room, this.#named.map(([key, , name]) => [key, name]))),
      rules: () => room.page.go(`screen/rules/${encodeURIComponent(JSON.stringify({ game: room.scene.get("state")?.game }))}`),
      flip: () => {
        room.board.flip(room.shown);
        room.asking.show();
      },
      sound: () => {
        sound.isOn = !sound.isOn;
        sound.play("turn");
      },
      fullscreen: () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()),
      copy_link: () => import("./linking.js").then(({ copyLink }) => copyLink(room)),
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
