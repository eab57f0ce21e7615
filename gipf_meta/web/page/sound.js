/** Sounds. They are silent until the reader has done something, as browsers ask. What they sound like is loaded with the first. */

/** @typedef {Map<string, Wire.PieceElement>} Pieces the pieces of a board by their places */

export const sound = {
  isOn: true,

  /** @param {string} event what has happened: tones.js has a sound for each @param {string | null} [kind] of the pieces it happened to, or how it ended */
  play(event, kind) {
    this.with(({ playTones }) => playTones([[event, kind]]));
  },

  /** Lets a motion be heard. @param {Wire.MotionElement} motion @param {Pieces} stood @param {Pieces} stands */
  move(motion, stood, stands) {
    this.with(({ heardIn, playTones }) => playTones(heardIn(motion, stood, stands)));
  },

  /** Lets be heard what has changed, where it is not seen how. @param {Pieces} stood @param {Pieces} stands @param {Wire.MovedElement} [moved] */
  change(stood, stands, moved) {
    this.with(({ heardBetween, playTones }) => playTones(heardBetween(stood, stands, moved)));
  },

  /** @param {(tones: typeof import("./tones.js")) => void} use */
  with(use) {
    if (this.isOn && navigator.userActivation?.hasBeenActive) import("./tones.js").then((tones) => this.isOn && use(tones), () => {}); // the server may be away
  },
};

/** Shows something of a match's moments, which are loaded before the first. @param {(all: typeof import("./moments.js")) => unknown} use */
export const moments = (use) => import("./moments.js").then(use, () => {}); // the server may be away
