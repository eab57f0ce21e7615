/** Who the reader is where many play. The browser keeps his secret, so his seats stay his. */

const KEPT = "gipf_meta";

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
