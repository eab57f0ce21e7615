/** What is copied of a match, and pasted or dropped while it is shown. Loaded when first needed. */

import { ask } from "./dialogs.js";
import { addressOf, toClipboard } from "./linking.js";
import { el } from "./scene.js";
import { say } from "./words.js";

/** Copies what the reader chooses of a match, or has named, or shows it where it must be copied by hand. @param {import("./room.js").Room} room */
export async function copy(room, named = "") {
  const { copies } = await room.command({ do: "copy", at: room.replay.isOpen ? room.replay.at : null });
  if (!copies || room.isLeft) return;
  const forms = [...copies.forms, { name: "here", words: say("copy_link"), text: location.hash }];
  const isNamed = forms.some((each) => each.name === named);
  const name = isNamed ? named : await ask("copy", {
    title: say("copy"), lines: copies.missing, buttons: forms.map((form) => [form.name, form.words]), close: say("close_dialog"),
  });
  const form = forms.find((each) => each.name === name);
  if (!form) return;
  const text = form.text.replace(/^#/, addressOf(""));
  if (await toClipboard(text)) return room.tell(say("copied"));
  const inside = el("textarea", { id: "copied", readonly: true, "aria-label": form.words, focus: ({ target }) => target.select() }, text);
  ask("copied", { title: say("copy_yourself"), inside, buttons: [["", say("done")]] });
}

/** What the desk would follow at once. */
const ADDRESS = /^\S*#\S*$/;

/** Plays the turns of a text one after the other, up to the first that is refused; opens what is a game or a position of its own, if the reader wants that. @param {import("./room.js").Room} room @param {string} text */
export async function paste(room, text) {
  const { pasted } = text.length > 2000 ? {} : await room.send({ do: "paste", text });
  if (room.isLeft) return;
  if (!pasted?.turns.length) {
    const { why } = ADDRESS.test(text) ? {} : await room.line.ask({ do: "submit", screen: "open_match", values: { file: text } });
    if (room.isLeft) return;
    if (why) return room.tell(`${say("no_turn")} ${why}`);
    if (await ask("pasted", { title: say("pasted"), lines: [say("no_turn"), say("pasted_words")], buttons: [["", say("cancel")], ["yes", say("open_pasted")]] })) room.page.bring(text);
    return;
  }
  room.typing.close();
  let seen = room.scene.number;
  for (const [place, turn] of pasted.turns) {
    const { number, why } = await room.send({ do: "play", text: turn, seen });
    if (why) return room.tell(`${place}: ${turn}: ${why}`);
    seen = Number(number);
  }
}
