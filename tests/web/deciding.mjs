// Reads cases from standard input, and says after each of their clicks what the page's decision is.
import { readFileSync } from "node:fs";

const page = new URL("../../gipf_meta/web/page/deciding.js", import.meta.url);
const { Decision, completions } = await import(page);
const { followUp } = await import(new URL("follow_up.js", page));

function visible(decision) {
  return {
    words: decision.words,
    open: decision.open.map((choice) => choice[0]),
    done: decision.done?.[0] ?? null,
    unsaid: decision.unsaid,
  };
}

function narrow({ choices, clicks, less, typed, completes, board }) {
  let decision = new Decision(choices, [], completes ?? true);
  const about = board && {
    places: new Set(board.places), pieces: new Set(board.pieces), heaps: new Map(board.heaps),
    name: (word) => board.names[word] ?? word,
  };
  const state = (decision) => ({
    ...visible(decision),
    ...(about && { follow_up: decision.path.length && decision.words.length ? followUp(decision, about) : null }),
  });
  const states = [state(decision)];
  for (const word of clicks) {
    const after = decision.with(word);
    states.push(after ? state(after) : null);
    decision = after ?? decision;
  }
  for (const word of less ?? []) {
    decision = decision.without(word);
    states.push(state(decision));
  }
  return { states, typed: (typed ?? []).map((text) => completions(choices, text).map((c) => c[0])) };
}

console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf-8")).map(narrow)));
