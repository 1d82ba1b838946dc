import type { RequestRules } from '#core/fetch/fetch-rules.ts';
import { parseHttpDate } from '#core/fetch/headers/http-date.ts';
import type { HeaderPair } from '#core/fetch/headers/request-headers.ts';
import { secretHeaders } from '#core/secrets/header-secrets.ts';
import { seedUrls } from '#core/url/seed/seed.ts';

/** A server's validators for conditional requests, verbatim. */
export interface Validators {
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
}

/** Field values that can be sent back as received. */
const SENDABLE = /^[\t\x20-\x7e\x80-\xff]+$/;

/**
 * The validators of an answer that a later request may use.
 *
 * - ETag: as it is (weak ones too, RFC 9110 §13.1.2), but never `*`, which would match anything.
 * - Last-Modified: only a valid date at least one second before the answer's Date: a page that
 *   changed twice within that second would pass for unchanged (RFC 9110 §8.8.2.2). Without a valid
 *   Date, the time of receipt represents it (§6.6.1).
 *
 * Total function: never throws.
 *
 * @param said headers as received @param receivedAt epoch ms
 */
export function usableValidators(
  said: {
    readonly etag?: string | undefined;
    readonly lastModified?: string | undefined;
    readonly date?: string | undefined;
  },
  receivedAt: number,
): Validators {
  const { etag, lastModified, date } = said;
  const sentAt = (date === undefined ? null : parseHttpDate(date, receivedAt)) ?? receivedAt;
  const modifiedAt = lastModified === undefined ? null : parseHttpDate(lastModified, receivedAt);
  const isOld = modifiedAt !== null && modifiedAt + 1_000 <= sentAt;
  return {
    ...(etag !== undefined && SENDABLE.test(etag) && etag.trim() !== '*' && { etag }),
    ...(lastModified !== undefined && isOld && SENDABLE.test(lastModified) && { lastModified }),
  };
}

/**
 * Headers that ask for a page only if it has changed (RFC 9110 §13.1.2, §13.1.3); a server that
 * knows the first ignores the second.
 */
export function conditionHeaders({ etag, lastModified }: Validators): HeaderPair[] {
  const pairs: HeaderPair[] = [];
  if (etag !== undefined) pairs.push(['If-None-Match', etag]);
  if (lastModified !== undefined) pairs.push(['If-Modified-Since', lastModified]);
  return pairs;
}

/**
 * Do two workflows ask alike? An ETag belongs to one representation, independent of the request
 * (RFC 9110 §8.8.3); a date is not: a server that chooses by Accept, Cookie, User-Agent and so on
 * may have another representation of the same date. So where they ask differently, dates do not
 * count.
 */
export const asksAlike = (a: RequestRules, b: RequestRules): boolean => askOf(a) === askOf(b);

function askOf({ fetch, politeness, seeds }: RequestRules): string {
  const headers = Object.entries(fetch.headers).sort(([a], [b]) => (a < b ? -1 : 1));
  const hasSecret = secretHeaders({ fetch }).length > 0;
  // Secret headers go to the seeds' origins only.
  return JSON.stringify([politeness.userAgent, fetch.acceptTypes, headers, hasSecret ? seedUrls(seeds).sort() : null]);
}
