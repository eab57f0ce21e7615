/** The tones of the sounds, made here: no files. Loaded with the first sound. */

/** Each sound: tones of [pitch in Hz, begin in s, length in s]. @type {Record<string, [number, number, number][]>} */
const SOUNDS = {
  click: [[620, 0, 0.03]],
  move: [[190, 0, 0.07], [120, 0.01, 0.09]],
  turn: [[660, 0, 0.08], [880, 0.07, 0.1]],
  duel: [[220, 0, 0.22], [330, 0.16, 0.22], [440, 0.32, 0.4]],
  won: [[523, 0, 0.15], [659, 0.13, 0.15], [784, 0.26, 0.35]],
  lost: [[392, 0, 0.2], [311, 0.18, 0.4]],
  low: [[880, 0, 0.05]],
};

/** @type {AudioContext | undefined} */
let context;

/** Plays the tones of a sound. @param {string} name */
export function playTones(name) {
  context ??= new AudioContext();
  const begin = context.currentTime + 0.01;
  for (const [pitch, at, length] of SOUNDS[name] ?? []) {
    const [tone, loudness] = [context.createOscillator(), context.createGain()];
    tone.type = "triangle";
    tone.frequency.value = pitch;
    loudness.gain.setValueAtTime(0.16, begin + at);
    loudness.gain.exponentialRampToValueAtTime(0.0008, begin + at + length);
    tone.connect(loudness).connect(context.destination);
    tone.start(begin + at);
    tone.stop(begin + at + length);
  }
}
