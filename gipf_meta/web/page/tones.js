/**
 * Sounds of wood, glass and sand, made here: no files. Loaded with the first sound.
 *
 * A body that is struck swings in its modes, each of which dies away by itself: those of wood are few, deep and soon gone,
 * those of glass are high, far from whole multiples of each other and ring longer. What strikes it, and sand, is noise
 * through a filter.
 */

/**
 * @typedef {object} Body
 * @property {number} pitch of its lowest mode, in Hz
 * @property {[ratio: number, loudness: number, ms: number][]} modes each with the ms after which it is 60 dB below its beginning
 * @property {{type: BiquadFilterType, at: number, q: number, loudness: number, ms: number, swells?: boolean}} noise through a filter at so many Hz
 */

/** @type {Record<string, Body>} */
const BODIES = {
  wood: { pitch: 430, modes: [[1, 0.5, 120], [2.52, 0.22, 80], [4.35, 0.1, 50]], noise: { type: "bandpass", at: 1100, q: 1.1, loudness: 0.5, ms: 22 } },
  floor: { pitch: 118, modes: [[1, 0.75, 190], [2.2, 0.3, 130], [3.7, 0.16, 80]], noise: { type: "lowpass", at: 520, q: 0.8, loudness: 0.8, ms: 40 } },
  bar: { pitch: 523, modes: [[1, 0.42, 200], [3.93, 0.1, 90], [9.24, 0.03, 45]], noise: { type: "bandpass", at: 1500, q: 1, loudness: 0.18, ms: 15 } },
  glass: { pitch: 2350, modes: [[1, 0.26, 180], [1.53, 0.2, 140], [2.31, 0.14, 100], [3.42, 0.07, 70]], noise: { type: "highpass", at: 4200, q: 0.7, loudness: 0.16, ms: 8 } },
  lacquer: { pitch: 880, modes: [[1, 0.34, 150], [2.76, 0.22, 100], [5.4, 0.1, 60]], noise: { type: "bandpass", at: 2400, q: 1.2, loudness: 0.3, ms: 14 } },
  tile: { pitch: 1260, modes: [[1, 0.36, 75], [2.28, 0.2, 55], [3.9, 0.1, 42]], noise: { type: "bandpass", at: 2900, q: 1.3, loudness: 0.36, ms: 12 } },
  chime: { pitch: 523, modes: [[1, 0.36, 620], [2.01, 0.1, 380], [3.93, 0.07, 160]], noise: { type: "bandpass", at: 1500, q: 1, loudness: 0.1, ms: 12 } },
  sand: { pitch: 0, modes: [], noise: { type: "bandpass", at: 6200, q: 0.7, loudness: 0.42, ms: 190, swells: true } },
  board: { pitch: 0, modes: [], noise: { type: "bandpass", at: 900, q: 1.6, loudness: 0.5, ms: 160, swells: true } },
};

/** After how long the next piece of a row lights up, and is heard, ms; and the steps of the tones. */
export const STEP_MS = 55;
const RISING = [1, 9 / 8, 5 / 4, 3 / 2, 5 / 3, 2, 9 / 4, 5 / 2];

/** A rising figure, one tone a piece: the knock of a material, and what rings in it. @param {[body: string, pitch: number, loudness: number][]} bodies */
const rising = (...bodies) => RISING.flatMap((step, n) => bodies.map(([body, pitch, loudness]) => /** @type {[number, string, number, number]} */ ([(n * STEP_MS) / 1000, body, pitch * step, loudness])));

/** Each sound: strokes of [begin in s, body, pitch as a multiple of the body's, loudness]. @type {Record<string, [number, string, number, number][]>} */
const SOUNDS = {
  click: [[0, "tile", 1.7, 0.3]],
  disc: [[0, "wood", 1, 0.9]],
  marble: [[0, "glass", 1, 0.8], [0.004, "wood", 0.8, 0.3]],
  ring: [[0, "lacquer", 1, 0.85], [0.03, "lacquer", 1.06, 0.25]],
  tile: [[0, "tile", 1, 0.9]],
  hourglass: [[0, "glass", 0.62, 0.45], [0.02, "sand", 1, 0.6], [0.05, "wood", 1.3, 0.5]],
  stack: [[0, "wood", 0.8, 0.9], [0.045, "wood", 0.95, 0.5]],
  push: [[0, "board", 1, 0.6], [0.13, "wood", 1.15, 0.7]],
  capture: [[0, "wood", 1.45, 0.5], [0.05, "wood", 0.75, 0.8]],
  capture_marble: [[0, "glass", 1.2, 0.7], [0.06, "glass", 0.86, 0.5]],
  row: rising(["wood", 0.9, 0.55], ["bar", 0.75, 0.4]),
  row_marble: rising(["glass", 0.5, 0.7]),
  row_ring: rising(["lacquer", 0.75, 0.6], ["bar", 0.75, 0.25]),
  row_bell: rising(["chime", 0.75, 0.5]),
  row_tile: rising(["tile", 0.6, 0.7], ["bar", 0.75, 0.25]),
  low: [[0, "sand", 1, 0.7], [0.2, "sand", 1, 0.5]],
  turn: [[0, "bar", 1.5, 0.6], [0.09, "bar", 2, 0.5]],
  duel: [[0, "floor", 1, 1], [0.27, "floor", 1, 1], [0.54, "floor", 0.89, 1.15]], // as a curtain is announced
  duel_over: [[0, "floor", 1.2, 0.8], [0.16, "wood", 1, 0.6]],
  duel_won: [[0, "floor", 1.2, 0.7], [0.3, "chime", 1, 0.6], [0.48, "chime", 1.5, 0.7]],
  duel_lost: [[0, "floor", 1.2, 0.7], [0.3, "chime", 0.75, 0.6], [0.52, "chime", 0.5, 0.6]],
  duel_drew: [[0, "floor", 1.2, 0.7], [0.3, "chime", 0.75, 0.6], [0.5, "chime", 0.75, 0.5]],
  won: [[0, "chime", 1, 0.6], [0.14, "chime", 1.25, 0.6], [0.28, "chime", 1.5, 0.6], [0.42, "chime", 2, 0.7], [0.74, "chime", 1, 0.4], [0.74, "chime", 1.25, 0.4], [0.74, "chime", 1.5, 0.5]],
  lost: [[0, "chime", 0.75, 0.55], [0.3, "chime", 2 / 3, 0.5], [0.66, "chime", 0.5, 0.5], [0.66, "chime", 0.75, 0.3]],
  drew: [[0, "chime", 0.75, 0.5], [0.28, "chime", 0.75, 0.5], [0.6, "chime", 0.5, 0.4], [0.6, "chime", 1, 0.4]],
};

/** What is heard of a kind of pieces, or on a board of a material, where the event does not sound alike for all. @type {Record<string, Record<string, string>>} */
const OF_KINDS = {
  set: { disc: "disc", marble: "marble", ring: "ring", tile: "tile", hourglass: "hourglass" },
  capture: { marble: "capture_marble", tile: "tile", hourglass: "hourglass" },
  duel_over: { won: "duel_won", lost: "duel_lost", drew: "duel_drew" },
  row: { marble: "row_marble", ring: "row_ring", tile: "row_tile", hourglass: "row_marble", night: "row_ring", stone: "row_tile", bronze: "row_bell" },
};

/** The sound of what has happened to a kind of pieces. @param {string} event @param {string | null} [kind] */
export function soundOf(event, kind) {
  return OF_KINDS[event]?.[kind ?? "disc"] ?? (event in SOUNDS ? event : "disc");
}

/** The names of all sounds, and of the bodies each is made with. */
export const sounds = Object.fromEntries(Object.entries(SOUNDS).map(([name, strokes]) => [name, strokes.map((stroke) => stroke[1])]));

/** @type {AudioBuffer | undefined} */
let noise;

/** @param {BaseAudioContext} context */
function noiseOf(context) {
  if (noise?.sampleRate !== context.sampleRate) {
    noise = new AudioBuffer({ length: context.sampleRate, sampleRate: context.sampleRate });
    const samples = noise.getChannelData(0);
    for (let n = 0; n < samples.length; n += 1) samples[n] = 2 * Math.random() - 1;
  }
  return noise;
}

/**
 * An amplifier that dies away by 60 dB from a time on.
 * @param {BaseAudioContext} context @param {number} at in s @param {number} loudness @param {number} ms @param {boolean} [swells]
 */
function dying(context, at, loudness, ms, swells = false) {
  const gain = context.createGain();
  const rise = swells ? 0.3 * ms / 1000 : 0.001;
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loudness, at + rise);
  gain.gain.exponentialRampToValueAtTime(loudness / 1000, at + ms / 1000);
  gain.gain.linearRampToValueAtTime(0, at + ms / 1000 + 0.005);
  gain.connect(context.destination);
  return gain;
}

/** Strikes a body. @param {BaseAudioContext} context @param {number} at in s @param {string} name @param {number} pitch @param {number} loudness */
function strike(context, at, name, pitch, loudness) {
  const body = BODIES[name];
  for (const [ratio, share, ms] of body.modes) {
    const tone = context.createOscillator();
    tone.frequency.value = body.pitch * ratio * pitch;
    tone.connect(dying(context, at, share * loudness, ms));
    tone.start(at);
    tone.stop(at + ms / 1000 + 0.01);
  }
  const { type, at: frequency, q, loudness: share, ms, swells } = body.noise;
  const [hiss, filter] = [context.createBufferSource(), context.createBiquadFilter()];
  hiss.buffer = noiseOf(context);
  filter.type = type;
  filter.frequency.value = frequency * pitch;
  filter.Q.value = q;
  hiss.connect(filter).connect(dying(context, at, share * loudness, ms, swells));
  hiss.start(at, Math.random() / 2, ms / 1000 + 0.01);
}

/** Plays a sound into a context from a time on, or the beginning of it that ends after so many pieces. @param {BaseAudioContext} context @param {string} name @param {number} at in s @param {number} [pieces] */
export function playInto(context, name, at, pieces = Infinity) {
  for (const [begin, body, pitch, loudness] of SOUNDS[name] ?? []) {
    if (begin * 1000 < pieces * STEP_MS) strike(context, at + begin, body, pitch, loudness * 0.5);
  }
}

/** How long after the last sound began the device is let go, which costs while it is held: longer than any sound, ms. */
const REST_MS = 2500;

/** @type {AudioContext | undefined} */
let context;
let rest = 0;

/** Plays the sounds of what has happened. @param {Heard[]} heard */
export function playTones(heard) {
  context ??= new AudioContext();
  context.resume();
  clearTimeout(rest);
  rest = setTimeout(() => context?.suspend(), REST_MS);
  for (const [event, kind, pieces] of heard) playInto(context, soundOf(event, kind), context.currentTime + 0.01, pieces);
}

// ---- what is heard of a board ---------------------------------------------------------------

/** @typedef {import("./sound.js").Pieces} Pieces */
/** @typedef {[event: string, kind?: string | null, pieces?: number]} Heard what has happened, to which kind of pieces, and in a row to how many */

/**
 * What is heard of a motion of the board, from the pieces that stood to those that stand.
 * @param {Wire.MotionElement} motion @param {Pieces} stood @param {Pieces} stands @returns {Heard[]}
 */
export function heardIn({ ways = [], taken = [], turned = [], laid = [], gone = [], row }, stood, stands) {
  const kindOf = (/** @type {string} */ at) => (stood.get(at) ?? stands.get(at))?.kind;
  if (row?.length) {
    const kind = kindOf(row[0]); // discs sound as their board does
    return [["row", kind === "disc" ? document.body.dataset.board : kind, Math.max(2, row.length)]];
  }
  /** @type {Heard[]} */ const heard = [];
  const [way] = ways;
  if (way) {
    const isPush = ways.filter(({ start }) => stood.has(start)).length > 1;
    const isOnto = stood.has(way.end) && !isPush;
    heard.push([isPush ? "push" : isOnto ? "stack" : "set", kindOf(way.start) ?? kindOf(way.end)]);
  } else if (turned.length) heard.push(["set", kindOf(turned[0])]);
  if (taken.length) heard.push([taken.length > 2 && !way ? "row" : "capture", kindOf(taken[0].start), taken.length]);
  if (laid.length || gone.length) heard.push(["set", "ring"]);
  return heard;
}

/**
 * What is heard where it is not seen what moves: a row, else pieces that have gone, or have come.
 * @param {Pieces} stood @param {Pieces} stands @param {Wire.MovedElement} [moved] @returns {Heard[]}
 */
export function heardBetween(stood, stands, moved) {
  const rows = (moved?.motions ?? []).filter(({ row }) => row);
  if (rows.length) return rows.flatMap((motion) => heardIn(motion, stood, stands));
  const left = [...stood].filter(([at]) => !stands.has(at)).map(([start]) => ({ start, end: "", over: [] }));
  const come = [...stands].filter(([at, { name }]) => stood.get(at)?.name !== name).map(([end]) => ({ start: "", end, over: [] }));
  return left.length > come.length ? heardIn({ taken: left }, stood, stands) : heardIn({ ways: come.slice(0, 1) }, new Map(), stands);
}
