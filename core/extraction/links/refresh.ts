/** `<meta http-equiv="refresh">`, or the header `Refresh`. */
export interface Refresh {
  readonly seconds: number;
  /** As written, not resolved. */
  readonly href: string;
}

/** Longer delays are reloads for readers, no links. */
export const MAX_REFRESH_SECONDS = 10;
const MAX_REFRESH_CHARACTERS = 8_300;

/**
 * Reads a Refresh header or the content of `<meta http-equiv=refresh>`.
 * @returns null when there is no address (the page reloads itself) or it cannot be read
 * @see https://html.spec.whatwg.org/multipage/semantics.html#shared-declarative-refresh-steps
 */
export function parseRefresh(content: string): Refresh | null {
  const text = content.slice(0, MAX_REFRESH_CHARACTERS);
  const time = /^[\t\n\f\r ]*(?=[\d.])(\d*)[\d.]*(?:$|[\t\n\f\r ]*[;,][\t\n\f\r ]*|[\t\n\f\r ]+)/.exec(text);
  if (time === null || time[0].length >= text.length) return null;
  const href = addressIn(text.slice(time[0].length));
  return href === '' ? null : { seconds: Number(time[1] === '' ? 0 : time[1]), href };
}

/**
 * Target of a refresh without delay, which search engines take for a redirect; null: it waits.
 * @see https://developers.google.com/search/docs/crawling-indexing/301-redirects#metarefresh
 */
export function instantTarget(content: string): string | null {
  const refresh = parseRefresh(content);
  return refresh?.seconds === 0 ? refresh.href : null;
}

/** Steps 11 to 14: `url=` may be there or not, in any case, quoted or not. */
function addressIn(rest: string): string {
  const named = /^url[\t\n\f\r ]*=[\t\n\f\r ]*/i.exec(rest);
  const address = named === null ? rest : rest.slice(named[0].length);
  const quote = address.charAt(0);
  if (quote !== '"' && quote !== "'") return address;
  const end = address.indexOf(quote, 1);
  return address.slice(1, end < 0 ? undefined : end);
}
