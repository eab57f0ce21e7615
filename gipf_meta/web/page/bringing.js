/** A match that somebody drops on the page as a file, or pastes as a text. */

/** The least letters of a text that may be a match. */
const LEAST = 12;

/** Hears what is dropped and pasted, but for what is pasted into a field. @param {(text: string) => any} take */
export function hearBrought(take) {
  addEventListener("dragover", (event) => event.dataTransfer?.types.includes("Files") && event.preventDefault());
  addEventListener("drop", async (event) => {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault(); // or the browser leaves the page for it
    take(await file.text());
  });
  addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    const isField = event.target instanceof Element && event.target.matches("input, textarea");
    if (!isField && text.length >= LEAST) take(text);
  });
}
