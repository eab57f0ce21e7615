/** How somebody comes to a table of a host, and who he is there. Loaded when first needed. */

import { ask } from "./dialogs.js";
import { beginAnew, me, remember } from "./identity.js";
import { newKey } from "./invite.js";
import { addressOf, linkField } from "./linking.js";
import { el } from "./scene.js";
import { say } from "./words.js";

/** The form of a secret: at least 128 random bits. */
const SECRET = /^[\w-]{22,64}$/;

/** @typedef {{line: import("./line.js").Line, go(hash: string): void, showGames(why: Wire.DeskRefusal): void, settings: Wire.PageSettings}} Page */

/**
 * Comes to a table by a command, `enter` or `sit`, and goes to its room; or to the games, which say
 * why not. At his first visit the reader says his name.
 * @param {Page} page @param {Wire.Without<Wire.Enter | Wire.Sit, "id">} command
 */
export async function comeIn({ line, go, showGames, settings }, command) {
  if (!settings.name) await askName(line);
  const answer = await line.ask(command);
  if (answer.refused) return showGames(answer);
  if (command.do === "enter") history.replaceState(null, "", "#"); // the key is in no history
  go(`room/${command.room}`);
  line.ask({ do: "open", screen: "seat_hint" });
}

/** @param {import("./line.js").Line} line */
async function askName(line) {
  const field = el("input", { id: "own-name", maxlength: 60, autocomplete: "nickname", autofocus: true, enterkeyhint: "go" });
  const inside = el("p", { class: "link" }, el("label", { for: field.id }, say("name_words")), field);
  await ask("name", { title: say("name_title"), inside, buttons: [["yes", say("come_in")]], must: true });
  const name = field.value.trim();
  if (name) await line.ask({ do: "submit", screen: "settings", about: {}, values: { name } });
}

/** Does what a button says about the key of the reader. @param {string} deed @param {import("./line.js").Line} line */
export const doWithKey = (deed, line) => (deed === "renew_key" ? renewKey(line) : showKey());

/** Shows the key by which the reader is known. */
function showKey() {
  const inside = linkField("own-key", say("key_link"), addressOf(`person/${me.secret}`));
  ask("own-key", { title: say("key_title"), lines: [say("key_words")], inside, buttons: [["", say("done")]] });
}

/** Asks whether the reader's key is to be worth nothing any more, and lets another one take its place. @param {import("./line.js").Line} line */
async function renewKey(line) {
  const answer = await ask("renew", {
    title: say("renew_title"), lines: [say("renew_words")], buttons: [["", say("cancel")], ["yes", say("renew_yes")]],
  });
  if (!answer) return;
  me.renew = newKey();
  remember(me.secret); // so that no answer that is lost loses the key
  line.greet();
}

/** Becomes whoever has a secret, in this browser. @param {string} secret */
export async function become(secret) {
  const isGood = SECRET.test(secret);
  if (secret !== me.secret) {
    const buttons = /** @type {[string, string][]} */ ([["", say("cancel")], ...(isGood ? [["yes", say("become_yes")]] : [])]);
    const lines = [say(isGood ? "become_words" : "become_bad")];
    if (await ask("become", { title: say("become_title"), lines, buttons })) {
      me.renew = undefined;
      remember(secret);
    }
  }
  beginAnew();
}
