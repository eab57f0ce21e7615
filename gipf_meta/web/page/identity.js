/** Who the reader is where many play. The browser keeps his secret and his name, so his seats stay his. */

const KEPT = "gipf_meta";

/** What is said of the reader with every hello. @type {{secret?: string, name?: string}} */
export const me = read();

/** Where others find the server, which may not be where this machine finds it. */
export const site = { address: "" };

/** What the browser keeps, nothing where it keeps nothing. @returns {{secret?: string, name?: string}} */
function read() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "{}");
  } catch {
    return {};
  }
}

/** Keeps what is known of the reader. @param {{secret?: string, name?: string}} about */
export function remember(about) {
  Object.assign(me, about);
  try {
    localStorage.setItem(KEPT, JSON.stringify({ ...read(), ...about }));
  } catch {
    // a browser that keeps nothing: he is himself as long as the page is open
  }
}

/**
 * Takes who the reader is for the server. Whether he must say hello again: another tab has become
 * somebody meanwhile, and is the same reader.
 * @param {{secret?: string, name?: string, site?: string}} hello
 */
export function meet({ secret, name, site: address = "" }) {
  site.address = address;
  const kept = read().secret;
  const isAnother = Boolean(secret && kept && kept !== secret);
  if (isAnother) me.secret = kept;
  else if (secret || name) remember({ ...(secret && { secret }), ...(name && { name }) });
  return isAnother;
}
