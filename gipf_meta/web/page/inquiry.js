/** The inquiry of a match: the best lines of what is shown, and a review of all turns. */

import { Chances } from "./chances.js";
import { Lines } from "./lines.js";
import { Review } from "./review.js";

export class Inquiry {
  /** @param {import("./room.js").Room} room */
  constructor(room) {
    this.room = room;
    this.lines = new Lines(this);
    this.review = new Review(this);
    this.chances = new Chances(this);
    /** Draws a review below the result. @type {((review: Wire.ReviewBody) => void) | undefined} */ this.curve = undefined;
    /** The moment before the turn that gave most away. @type {number | undefined} */ this.turning = undefined;
  }

  /** The moment that is shown; null: the match as it stands. */
  get at() {
    const { replay } = this.room;
    return replay.isOpen ? replay.at : null;
  }

  /** Follows the reader to another moment, or the match to another turn. */
  follow() {
    this.lines.follow();
    this.review.follow();
    this.draw();
  }

  /** Takes a part of what was asked for. @param {Wire.Told} message */
  take({ analysis, chances, review }) {
    if (analysis?.room === this.room.id) this.lines.take(analysis);
    if (chances?.room === this.room.id) this.chances.take(chances);
    if (review?.room === this.room.id) {
      this.review.take(review);
      this.curve?.(review);
    }
    this.draw();
  }

  /** Draws over the board and beside it what was found of it. */
  draw() {
    this.chances.follow();
    this.room.board.sign(this.lines.isOpen ? this.lines.signs : this.review.signs);
  }

  /** Does what a key stands for; whether it stands for anything. @param {string} key */
  press(key) {
    const step = key === "n" ? 1 : key === "N" ? -1 : 0;
    return Boolean(step && this.review.isOpen && this.review.mark(step));
  }

  /** Ends everything. */
  close() {
    this.lines.close();
    this.review.close();
  }
}
