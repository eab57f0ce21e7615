/** Sounds. They are silent until the reader has done something, as browsers ask. */

export const sound = {
  isOn: true,

  /** @param {string} name one of the sounds of tones.js */
  play(name) {
    if (!this.isOn || !navigator.userActivation?.hasBeenActive) return;
    import("./tones.js").then(({ playTones }) => playTones(name), () => {}); // the server may be away
  },
};
