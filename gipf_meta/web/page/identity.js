/** Who the reader is where many play. The browser keeps his secret, so his seats stay his. */

export const KEPT = "gipf_meta";

/** What an address has brought that must stand in none: the token of a mail's link. @type {Record<string, string>} */
export const brought = {};

/**
 * Takes a token out of the address, and out of the history, before anything else; the address then names the screen.
 * A code of another device is forgotten: who confirms one types it himself, and not what somebody has sent him.
 */
export function hideToken() {
  const [, way, token] = /^#(sign-in|pair)\/?([\w-]*)/.exec(location.hash) ?? [];
  if (!way) return;
  if (way === "sign-in") brought.token = token;
  history.replaceState(history.state, "", `#screen/${way.replace("-", "_")}`);
}

/**
 * What is said of the reader with every hello; the server knows his name. *renew* is the secret that takes the place of his, until the
 * server has said that it has. @type {{secret?: string, renew?: string}}
 */
export const me = read();

/** The address under which others find the server, where it has told one. */
export const site = { address: "" };

/** What is said of the reader now: another tab may have renewed his key. */
export const whoIAm = () => Object.assign(me, read());

/** What the browser keeps, nothing where it keeps nothing. @returns {{secret?: string, renew?: string}} */
function read() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "{}");
  } catch {
    return {};
  }
}

/** Calls back when another tab has made the reader somebody else, or nobody; where the storage was emptied, the page says what that means for what it shows. @param {(isSomebody: boolean) => void} tell */
export function hearOfOthers(tell) {
  addEventListener("storage", ({ key }) => {
    const { secret } = read();
    if ((!key || key === KEPT) && secret !== me.secret) key ? tell(Boolean(secret)) : location.reload();
  });
}

/** Loads the page anew, at the launcher or another screen. */
export function beginAnew(screen = "") {
  location.replace(`#${screen}`);
  location.reload();
}

/** Keeps the secret of the reader. @param {string | undefined} secret */
export function remember(secret) {
  me.secret = secret;
  try {
    localStorage.setItem(KEPT, JSON.stringify(me));
  } catch {
    // a browser that keeps nothing: he is himself as long as the page is open
  }
}

/**
 * Takes who the reader is for the server. Whether he must say hello again: another tab has become
 * somebody meanwhile, and is the same reader.
 * @param {{secret?: string, site?: string, renewed?: boolean}} hello
 */
export function meet({ secret, site: address = "", renewed }) {
  site.address = address;
  if (renewed && me.renew) {
    me.secret = me.renew;
    delete me.renew;
    remember(me.secret);
  }
  const isAnother = Boolean(secret) && secret !== (read().secret ?? secret);
  if (secret && !isAnother) remember(secret);
  return isAnother;
}
