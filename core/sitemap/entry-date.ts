/** A date, or a date with a time and its zone; seconds and their parts may be left out. */
const W3C_DATE = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/;

/**
 * The instant that a `lastmod` names (epoch ms); of a date without a time the beginning of that day
 * in UTC. Null: it is none in the form that sitemaps.org asks for (W3C Datetime, with a day). Dates
 * of feeds have another form: they say when an item was published.
 */
export function entryDate(lastmod: string | undefined): number | null {
  if (lastmod === undefined || !W3C_DATE.test(lastmod)) return null;
  const at = Date.parse(lastmod);
  return Number.isNaN(at) ? null : at;
}
