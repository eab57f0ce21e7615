/** How somebody comes back to who he is: passkeys, and what follows when he is signed in or out. Loaded when first needed. */

import { ask, shutAll } from "./dialogs.js";
import { showRefusal } from "./forms.js";
import { beginAnew, KEPT, me, remember } from "./identity.js";
import { addressOf, linkField } from "./linking.js";
import { endPush } from "./push.js";
import { byId, write } from "./scene.js";
import { say } from "./words.js";

/** How often a page asks whether another device has confirmed it, ms. */
const ASK_AGAIN_MS = 2000;

/** @typedef {{line: import("./line.js").Line, settings: Wire.PageSettings}} Page */

/** Takes what the desk says of who the reader is. @param {Wire.Told} told @param {Page} page */
export function hearWay({ id, passkey, pairing, signed_in, signed_out }, page) {
  if (passkey) answerByPasskey(passkey, page.line);
  else if (pairing) waitFor(pairing.code, page.line);
  else if (signed_in && id) become(signed_in, page);
  else if (signed_in) changeKey(signed_in, page.line);
  else if (signed_out) leave(page.line);
}

// ---- passkeys ------------------------------------------------------------------------------------

/** Says a step of the screens by which one comes back, and shows why the desk refuses it. @param {import("./line.js").Line} line @param {string} screen @param {Record<string, string>} values */
async function submit(line, screen, values) {
  const answer = await line.ask({ do: "submit", screen, values });
  if (answer.refused) refuse(answer.why);
  return !answer.refused;
}

/** Asks for what the browser must be told to make a passkey, or to show those that there are. @param {"add" | "sign_in"} purpose @param {import("./line.js").Line} line */
export async function askForPasskey(purpose, line) {
  if (!globalThis.PublicKeyCredential) return refuse(say("passkey_none"));
  await submit(line, screenOf(purpose), { step: "passkey_options", purpose });
}

/** Has the browser make a passkey, or sign by one, and says its answer. @param {Wire.PasskeyBody} passkey @param {import("./line.js").Line} line */
async function answerByPasskey({ purpose, options }, line) {
  const publicKey = readOptions(options);
  try {
    const made = await (purpose === "add" ? navigator.credentials.create({ publicKey }) : navigator.credentials.get({ publicKey }));
    await submit(line, screenOf(purpose), { step: "passkey", purpose, answer: JSON.stringify(written(made)) });
  } catch (error) {
    const isKnown = /** @type {Error} */ (error).name === "InvalidStateError";
    refuse(isKnown ? say("passkey_known") : say("passkey_not"));
  }
}

/** @param {string} why */
const refuse = (why) => showRefusal(byId("screen"), { refused: "", why });

/** The options of the host with bytes in place of their letters. @param {any} options @returns {any} */
const readOptions = ({ challenge, user, excludeCredentials = [], allowCredentials = [], ...others }) => ({
  ...others,
  challenge: bytes(challenge),
  ...(user && { user: { ...user, id: bytes(user.id) } }),
  excludeCredentials: excludeCredentials.map(withBytes),
  allowCredentials: allowCredentials.map(withBytes),
});
/** @param {{id: string}} known */
const withBytes = (known) => ({ ...known, id: bytes(known.id) });

/** A browser's answer with letters in place of its bytes. @param {any} made */
function written({ id, rawId, type, response }) {
  const fields = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"].filter((name) => response[name]);
  return { id, rawId: letters(rawId), type, response: Object.fromEntries(fields.map((name) => [name, letters(response[name])])) };
}

/** @param {string} text base64url */
const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
/** @param {ArrayBuffer} buffer */
const letters = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** The screen on which a passkey is asked for. @param {string} purpose */
const screenOf = (purpose) => (purpose === "add" ? "me" : "sign_in");

// ---- another device ------------------------------------------------------------------------------

/** The code that another device is to confirm. */
let shown = "";

/** Asks again and again whether another device has confirmed the code, as long as the screen that shows it is open. @param {string} code @param {import("./line.js").Line} line */
function waitFor(code, line) {
  shown = code;
  setTimeout(async function again() {
    if (shown !== code || document.body.dataset.screen !== "pairing") return;
    if (await submit(line, "pairing", { step: "paired" })) setTimeout(again, ASK_AGAIN_MS);
  }, ASK_AGAIN_MS);
}

// ---- who one is from now on ----------------------------------------------------------------------

/** Is somebody from now on, in all tabs. Who the reader was here before is not lost by a press: his key is shown. @param {Wire.SignedInBody} signed @param {Page} page */
async function become({ secret, name }, { line, settings }) {
  const { secret: before } = me;
  const called = settings.name;
  shown = "";
  if (before) endPush();
  delete me.renew;
  remember(secret);
  write(byId("connection"), ""); // what was said to who he was
  if (before && called && called !== name) {
    const inside = linkField("own-key", say("before_link", { name: called }), addressOf(`person/${before}`));
    await ask("before", { title: say("signed_in", { name }), lines: [say("before_words", { name: called })], inside, buttons: [["", say("done")]] });
  }
  line.begin(); // nothing of who he was stays with the line; in another language the page is loaded anew
}

/** Has another key from now on, which came without a question: the reader is who he was, and what he was told stands. @param {Wire.SignedInBody} signed @param {import("./line.js").Line} line */
function changeKey({ secret }, line) {
  remember(secret);
  line.begin();
}

/** Signs out: nothing of the reader stays in this browser. The line ends: his key is refused from now on. @param {import("./line.js").Line} line */
async function leave(line) {
  line.end();
  endPush();
  forget();
  conceal();
  await ask("signed-out", { title: say("signed_out"), lines: [say("signed_out_words")], buttons: [["", say("done")]] });
  beginAnew();
}

/** Says that this device is nobody's any more; it becomes somebody new only if the reader wants that. @param {string} why */
export async function lose(why) {
  const { secret } = me;
  endPush();
  forget();
  remember(secret); // a page that is opened meanwhile says the same
  conceal();
  shutAll(); // what was asked before is nobody's any more
  const buttons = /** @type {[string, string][]} */ ([["new", say("be_new")], ["sign_in", say("come_back")]]);
  const answer = await ask("lost", { title: why, buttons, must: true });
  forget();
  beginAnew(answer === "sign_in" ? "screen/sign_in" : "");
}

/** Empties the storage of all that is the reader's. */
function forget() {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(KEPT)) localStorage.removeItem(key);
    sessionStorage.clear();
  } catch {
    // a browser that keeps nothing
  }
}

/** Shows nothing any more of what somebody else may not see. */
function conceal() {
  byId("room").hidden = byId("screen").hidden = true;
}
