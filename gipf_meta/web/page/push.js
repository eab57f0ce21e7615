/** Notices of a host that come to this browser when no page of it is open: it is asked for them on a press alone. Loaded when first needed. */

import { showRefusal } from "./forms.js";
import { KEPT } from "./identity.js";
import { byId } from "./scene.js";
import { say } from "./words.js";

/** Where the browser keeps which address of it the host knows. */
const TOLD = `${KEPT}.push`;

/** Asks the browser for notices, which it binds to the *key* of the host, and tells the host their address. @param {string} key @param {import("./line.js").Line} line */
export async function askForPush(key, line) {
  if (!isSecureContext) return refuse(say("push_https"));
  if (!("serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis)) return refuse(mustBeInstalled() ? say("push_install") : say("push_none"));
  if ((await Notification.requestPermission()) !== "granted") return refuse(say("push_denied"));
  try {
    await navigator.serviceWorker.register(`notice-worker.js?${key}`);
    const { pushManager } = await navigator.serviceWorker.ready;
    const before = await pushManager.getSubscription();
    if (before && keyOf(before) !== key) await before.unsubscribe();
    const found = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    hearWorker(line);
    await tell(found, line);
  } catch {
    refuse(say("push_not"));
  }
}

/** Whether this page might get pushes if it were installed, as on iPhones and iPads, which alone say so. */
const mustBeInstalled = () => /** @type {any} */ (navigator).standalone === false;

/** Tells the host the address of this browser, if it has another one than the host knows. @param {import("./line.js").Line} line */
export async function renewPush(line) {
  const found = await subscription();
  if (found) hearWorker(line);
  if (found && found.endpoint !== localStorage.getItem(TOLD)) await tell(found, line);
}

/** Ends the notices to this browser: it is nobody's any more, or somebody else's. */
export async function endPush() {
  try {
    localStorage.removeItem(TOLD);
    await (await subscription())?.unsubscribe();
  } catch {
    // a browser that keeps nothing, or whose service does not answer: the host ends them, too
  }
}

/** What this browser has subscribed to. */
const subscription = async () => (await navigator.serviceWorker?.getRegistration())?.pushManager?.getSubscription();

/** @param {PushSubscription} found @param {import("./line.js").Line} line */
async function tell(found, line) {
  const said = JSON.stringify({ ...found.toJSON(), key: keyOf(found) });
  const answer = await line.ask({ do: "submit", screen: "notices", values: { step: "push", answer: said } });
  if (!answer.refused) localStorage.setItem(TOLD, found.endpoint);
  else if (document.body.dataset.screen === "notices") showRefusal(byId("screen"), answer);
}

/** The host's key to which *found* is bound. @param {PushSubscription} found */
const keyOf = ({ options: { applicationServerKey: key } }) => btoa(String.fromCharCode(...new Uint8Array(/** @type {ArrayBuffer} */ (key)))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** Answers the worker, which asks where this page is, and goes where a notice leads. @param {import("./line.js").Line} line */
function hearWorker(line) {
  navigator.serviceWorker.onmessage = ({ data, ports: [port] }) => {
    if (data.renewed) renewPush(line);
    else if (data.go !== undefined) location.hash = data.go;
    else port?.postMessage(`${location.hash}/`.startsWith(`${data.at}/`) ? "here" : document.body.dataset.screen ? "free" : "");
  };
}

/** @param {string} why */
const refuse = (why) => showRefusal(byId("screen"), { refused: "", why });
