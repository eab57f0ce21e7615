/** Sounds. They are silent until the reader has done something, as browsers ask. */

/** Kinds of pieces, by the places where they stand. @typedef {Map<string, {kind: string, role: string, stack?: boolean}>} Standing */

export const sound = {
  isOn: true,

  /** @param {string} event what has happened: tones.js has a sound for each @param {string} [kind] of the pieces it happened to */
  play(event, kind) {
    if (!this.isOn || !navigator.userActivation?.hasBeenActive) return;
    import("./tones.js").then(({ playTones }) => playTones(event, kind), () => {}); // the server may be away
  },
};

/**
 * What is heard of a change of the board: what happened, and to which kind of pieces; null if nothing.
 * @param {Map<string, Wire.PieceElement>} before @param {Map<string, Wire.PieceElement>} after
 * @returns {[event: string, kind: string] | null}
 */
export function heardOf(before, after) {
  const is = (/** @type {Wire.PieceElement | undefined} */ one) => one && `${one.kind} ${one.role} ${one.name}`;
  const gone = [...before].filter(([at, one]) => is(after.get(at)) !== is(one)).map(([, one]) => one);
  const come = [...after].filter(([at, one]) => is(before.get(at)) !== is(one)).map(([, one]) => one);
  const [piece] = [...come, ...gone];
  if (!piece) return null;
  const { kind } = piece;
  if (gone.length > come.length) return [gone.length - come.length > 2 ? "row" : "capture", gone[0].kind];
  if (kind === "disc" && come.length > 2) return ["push", kind];
  return ["set", kind];
}
