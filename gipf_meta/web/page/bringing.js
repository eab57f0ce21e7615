/** What somebody drops on the page as a file, or pastes as a text. Loaded after the page has begun. */

/** The text of a file; of one that is no UTF-8 its bytes, as letters of Windows-1252 behind a mark: the desk knows more encodings. @param {Blob} file */
export async function textOf(file) {
  const text = await file.text();
  return text.includes("\ufffd") ? `\0${new TextDecoder("latin1").decode(await file.arrayBuffer())}` : text;
}

/** Hears what is dropped and pasted, but for what goes into a field that has room for it. @param {(text: string) => any} take */
export function hearBrought(take) {
  addEventListener("dragover", (event) => event.dataTransfer?.types.includes("Files") && event.preventDefault());
  addEventListener("drop", async (event) => {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault(); // or the browser leaves the page for it
    take(await textOf(file));
  });
  addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text").trim();
    if (!text || /** @type {Element} */ (event.target).matches(text.includes("\n") ? "textarea" : "input, textarea")) return;
    event.preventDefault(); // or a field takes its lines as one
    take(text);
  });
}
