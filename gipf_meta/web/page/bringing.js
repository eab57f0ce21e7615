/** What somebody drops on the page as a file, or pastes as a text. */

/** Hears what is dropped and pasted, but for what goes into a field that has room for it. @param {(text: string) => any} take */
export function hearBrought(take) {
  addEventListener("dragover", (event) => event.dataTransfer?.types.includes("Files") && event.preventDefault());
  addEventListener("drop", async (event) => {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault(); // or the browser leaves the page for it
    take(await file.text());
  });
  addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text").trim();
    if (!text || /** @type {Element} */ (event.target).matches(text.includes("\n") ? "textarea" : "input, textarea")) return;
    event.preventDefault(); // or a field takes its lines as one
    take(text);
  });
}
