/** All that was said of a match, turn by turn, beside the board. Loaded when first needed. */

import { lead } from "./fitting.js";
import { card, place, remove } from "./lines.js";
import { byId, el } from "./scene.js";
import { say } from "./words.js";

/** Opens the list, its end in sight, or closes it. It goes on with the match. @param {import("./room.js").Room} room */
export function toggleNews(room) {
  const opened = byId("news");
  if (opened) return opened.querySelector(".close").click();
  const list = el("ol", { tabindex: 0, "aria-label": say("news") });
  const shown = card("news", say("news"), () => remove(shown, room), list);
  shown.addEventListener("keydown", (event) => event.key === "Escape" && toggleNews(room));
  room.ending.signal.addEventListener("abort", () => shown.remove());
  new MutationObserver(tell).observe(byId("said"), { childList: true });
  place(shown);
  lead(list);
  tell();

  async function tell() {
    const { all_news } = shown.isConnected ? await room.send({ do: "news" }) : {};
    list.replaceChildren(...(all_news?.turns ?? []).map(({ number, depth, sentences }) =>
      el("li", { class: depth > 0 && "deep" }, `${number}. `, ...sentences.map((sentence) => el("p", {}, sentence)))));
    list.scrollTop = list.scrollHeight;
  }
}
