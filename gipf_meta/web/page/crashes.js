/** What the rooms of the tab have crashed at. Loaded when they crash first. */

/** What was asked and not answered when they crashed last. @type {Set<string>} */
let suspected = new Set();

/**
 * Refuses what they have crashed at twice: a third time would not end.
 * @param {Map<string, {message: Wire.Sent, done: (answer: Wire.Told) => void}>} unanswered @param {string} why
 */
export function refuse(unanswered, why) {
  const before = suspected;
  suspected = new Set();
  for (const [id, { message, done }] of unanswered) {
    const asked = JSON.stringify({ ...message, id: "" }); // a room is watched anew, by another id
    if (!before.has(asked)) suspected.add(asked);
    else if (unanswered.delete(id)) done({ refused: id, why });
  }
}
