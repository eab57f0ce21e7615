/**
 * Shows the notices that a host sends to a browser, also when no page of it is open, and leads to
 * their rooms. It keeps no file and answers no request: pages load as if it were not there.
 */

/** @typedef {{title: string, body: string, tag: string, link: string}} Told */

const scope = /** @type {any} */ (self);
const HOME = new URL("./", location.href);
/** How long a page may take to say where it is, ms: one that is asleep says nothing. */
const ANSWER_MS = 1000;

scope.addEventListener("install", () => scope.skipWaiting());
scope.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(scope.clients.claim()));
scope.addEventListener("push", (/** @type {any} */ event) => event.waitUntil(show(event.data)));
scope.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data?.link));
});
scope.addEventListener("pushsubscriptionchange", (/** @type {any} */ event) => event.waitUntil(renew(event)));

/** What a push tells; nothing of one that cannot be read. @param {any} data @returns {{id?: string, notices?: Told[]}} */
function read(data) {
  try {
    return data.json() ?? {};
  } catch {
    return {};
  }
}

/** Shows what a push tells, one notice for each room: a newer one takes the place of an older, and what came twice is not told aloud again. A browser wants something shown for each push. @param {any} data */
async function show(data) {
  const { id = "", notices = [] } = read(data);
  const told = notices.length ? notices : [{ title: "GIPF Meta", body: "", tag: "home", link: "" }];
  for (const { title, body, tag, link } of told) {
    const [before] = await scope.registration.getNotifications({ tag });
    const isNew = !id || before?.data?.id !== id;
    await scope.registration.showNotification(title, { body, tag, renotify: isNew, silent: !isNew, data: { id, link } });
  }
}

/** The address that a notice leads to: under the name of the host that this browser knows, whichever the host has written. @param {string} [link] */
const addressOf = (link = "") => new URL(new URL(link, HOME).hash, HOME);

/**
 * Leads to what a notice is about: to a page that shows it, else to one that shows no match, else to a new one. Nobody is led away
 * from a board.
 * @param {string} [link]
 */
async function lead(link) {
  const { href, hash } = addressOf(link);
  const pages = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  const places = await Promise.all(pages.map((/** @type {any} */ page) => whereIs(page, hash)));
  const there = pages[places.indexOf("here")];
  if (there) return there.focus();
  const free = pages[places.indexOf("free")];
  if (!free) return scope.clients.openWindow(href);
  free.postMessage({ go: hash });
  return free.focus();
}

/** Where a page is: "here" at that address, "free", or "" at a board, or asleep. @param {any} page @param {string} hash @returns {Promise<string>} */
function whereIs(page, hash) {
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => done(String(data));
    setTimeout(done, ANSWER_MS, "");
    page.postMessage({ at: hash }, [port2]);
  });
}

/** Subscribes anew after the browser has ended a subscription, and tells the host, by what it knows of the old one. Where a browser does not say which that was, the next page that is open tells it. @param {any} event */
async function renew({ oldSubscription: was, newSubscription }) {
  const applicationServerKey = was?.options?.applicationServerKey ?? location.search.slice(1);
  const now = newSubscription ?? (await scope.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }));
  if (was) await fetch("push-renewed", { method: "POST", body: JSON.stringify({ was, now }) }).catch(() => {}); // the host may be away
  for (const page of await scope.clients.matchAll({ type: "window", includeUncontrolled: true })) page.postMessage({ renewed: true });
}
