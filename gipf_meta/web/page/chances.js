/** The bar of chances beside the board: a share for each player, by what was found of the position that is shown. */

import { attribute, byId, el, keyed, keyOf } from "./scene.js";
import { say } from "./words.js";

/** How many percent of his chances the reader loses by a slip. */
const SLIP = 25;

export class Chances {
  /** What a short look at the match as it stands has found. @type {Wire.ChancesTold | undefined} */
  #glance;
  /** The number of the scene that it was for. */
  #asked = -1;
  /** Whether the reader plays against bots, and wants to see the chances. */
  #plays = false;

  /** What was found last on a turn of the reader. @type {{depth?: number, percent: number, turns: number} | undefined} */
  #known;
  /** How many slips were spoken of. */
  #slips = 0;

  /** @param {import("./inquiry.js").Inquiry} inquiry */
  constructor(inquiry) {
    this.inquiry = inquiry;
    this.room = inquiry.room;
    this.bar = el("div", { id: "chances", role: "img" });
    this.room.ending.signal.addEventListener("abort", () => this.bar.remove());
  }

  /** Takes the answer to a short look. @param {Wire.ChancesBody} found */
  take(found) {
    this.#glance = found;
    this.#noteSlip(found);
  }

  /** Lets the bot say something where the reader has lost many of his chances by his last turn, twice at most. Bad luck is no slip. @param {Wire.ChancesBody} found */
  #noteSlip({ shares }) {
    const { scene, page } = this.room;
    const [you] = scene.of("player").filter(([, player]) => player.you).map(([n]) => Number(n));
    const percent = shares.find(({ player }) => player === you)?.percent;
    const turns = scene.of("turn");
    const depth = scene.get("state")?.depth;
    const before = this.#known;
    if (percent === undefined) return;
    this.#known = { depth, percent, turns: turns.length };
    const line = scene.of("face")[0]?.[1].slips[this.#slips];
    const isSlip = before && before.depth === depth && before.turns < turns.length && before.percent - percent >= SLIP;
    if (!isSlip || !line || page.settings.faces === false || turns.some(([, { seat }]) => seat === null)) return;
    this.#slips += 1;
    this.room.tell(line);
  }

  /** Shows the chances of the moment that is shown. */
  follow() {
    const { inquiry, room } = this;
    if (room.isLeft) return;
    const { lines, review } = inquiry;
    const { replay, scene } = room;
    const isWanted = room.page.settings.chances === true && !scene.get("over");
    this.#plays = isWanted && (this.#plays || room.may("chances"));
    if (isWanted && room.may("chances") && this.#asked !== scene.number && !replay.isOpen && !lines.isOpen) {
      this.#asked = scene.number;
      room.send({ do: "chances" });
    }
    const isSeen = (replay.isOpen && room.may("analyse")) || lines.isOpen || review.isOpen || this.#plays;
    if (!isSeen) return this.bar.remove();
    if (!this.bar.isConnected) byId("stage").append(this.bar);
    this.#show(review.chances ?? lines.chances ?? (inquiry.at === null && this.#plays ? this.#glance : undefined));
  }

  /** @param {Wire.ChancesTold | undefined} found */
  #show(found) {
    const words = found?.words ?? say("no_chances");
    attribute(this.bar, "aria-label", words);
    attribute(this.bar, "title", words);
    this.bar.classList.toggle("none", !found);
    const own = new Set([...byId("own").children].map(keyOf));
    const { shown } = this.room;
    const shares = (found?.shares ?? []).map(({ player, percent }) => /** @type {[string, number]} */ ([String(player), percent]));
    shares.sort(([one], [other]) => Number(own.has(one)) - Number(own.has(other)));
    keyed(this.bar, shares, () => el("span"), (part, percent, player) => {
      const one = shown.get(`player:${player}`);
      part.className = one ? "" : "others";
      part.style.setProperty("--stone", one ? `var(--role-${one.role || `other-${player}`})` : "none"); // where nobody has a colour, those of curves
      part.style.setProperty("--share", String(percent));
    });
  }
}
