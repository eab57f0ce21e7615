/** Moments as the reader of the page reads them: in his language and zone, which is named. Loaded with what only hosts need. */

/** Day and hour of a moment: Thu, 3 Dec, 18:00 CET. @param {number} at_ms since 1970 */
export function dayAndHour(at_ms) {
  return new Intl.DateTimeFormat(document.documentElement.lang, { weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit", timeZoneName: "short" }).format(at_ms);
}
