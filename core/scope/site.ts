import { type HostKey, hostKeyOf } from '#core/politeness/hosts/host-key.ts';
import { stripHostDots } from '#core/url/canonical-form.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';

/** Longest host name that DNS can hold, in text form (RFC 1035 §2.3.4). */
export const MAX_HOST_LENGTH = 253;

/** Scheme, host and port of a URL, taken apart. */
export interface Site {
  /** Without dot at its end; an IPv6 address keeps its brackets. */
  readonly host: string;
  /** Null when it is the scheme's own. */
  readonly port: number | null;
  readonly hostKey: HostKey;
  /** Scheme, `://`, host without dot at its end, and port. */
  readonly text: string;
}

/** @param site scheme, `://`, host and port of a parsed URL */
export function parseSite(site: string): Site {
  const text = stripHostDots(site);
  const authority = text.slice(text.indexOf('//') + 2);
  const colon = authority.endsWith(']') ? -1 : authority.lastIndexOf(':');
  return {
    host: colon < 0 ? authority : authority.slice(0, colon),
    port: colon < 0 ? null : Number(authority.slice(colon + 1)),
    hostKey: hostKeyOf(`${text}/` as CrawlUrl),
    text,
  };
}
