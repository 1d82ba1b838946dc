import { sha256Hex } from '#core/bytes/digest.ts';

const ROBOTS_BYTES = 1_000;
/** Path segments as sites forbid them; no two origins choose the same ones. */
const SEGMENTS = [
  ...['admin', 'account', 'api', 'basket', 'cart', 'cgi-bin', 'checkout', 'compare', 'customer', 'download'],
  ...['feed', 'filter', 'includes', 'internal', 'login', 'media', 'plugins', 'preview', 'print', 'private'],
  ...['profile', 'register', 'reports', 'review', 'search', 'session', 'static', 'tag', 'temp', 'themes'],
  ...['tracking', 'wishlist'],
];

/**
 * A robots.txt of about 1,000 bytes: two groups, forbidden paths of two segments with a number, and
 * a sitemap. It deflates to a little less than half, as those of sites do.
 */
export function simulatedRobots(origin: string): Uint8Array {
  const digest = sha256Hex(origin);
  let text = `User-agent: *\nCrawl-delay: 1\n`;
  for (let at = 0; text.length < ROBOTS_BYTES; at++) {
    if (at === 20) text += '\nUser-agent: GPTBot\n';
    const number = Number.parseInt(digest.slice(at % 60, (at % 60) + 4), 16) + at;
    const segment = (of: number): string => SEGMENTS[of % SEGMENTS.length] ?? '';
    text += `Disallow: /${segment(number)}/${segment(number >> 5)}-${number % 97}\n`;
  }
  return Buffer.from(`${text}\nSitemap: ${origin}/sitemap.xml\n`);
}
