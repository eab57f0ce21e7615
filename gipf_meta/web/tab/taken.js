/**
 * A match is played in one tab at a time: another one hears before it loads that this is so, and may take
 * the match over. The lock is that of `storage.js`, which the worker of the rooms holds.
 */

import { lockOf, NAME } from "./names.js";

const talk = new BroadcastChannel(`${NAME} taken`);

/** The match that the address of the page names, 0 if none. */
export const matchOfAddress = () => Number(/^#room\/(\d+)/.exec(location.hash)?.[1] ?? 0);

/** Whether another tab has a match. @param {number} match */
export async function isTaken(match) {
  if (!match || !navigator.locks) return false; // no locks without https
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === lockOf(match));
}

/** Takes a match over from the tab that has it, as soon as that has let it go. @param {number} match */
export async function take(match) {
  talk.postMessage(match);
  await navigator.locks.request(lockOf(match), () => {});
}

/** Leaves a match when another tab takes it. @param {() => void} tell hears that it was left */
export function leaveWhenTaken(tell) {
  talk.onmessage = ({ data }) => {
    if (data !== matchOfAddress()) return;
    location.hash = "";
    tell();
  };
}
