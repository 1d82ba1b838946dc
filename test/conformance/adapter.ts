import { isBlockedAddress, isBlockedPort } from '#core/fetch/address.ts';
import { parseRobots } from '#core/robots/robots-rules.ts';
import { type CrawlUrl, parseCrawlUrl } from '#core/url/crawl-url.ts';

const CLOSED = { allowPrivateNetwork: false };

import { decodeBody as decode } from '#adapters/http/content-coding.ts';
import { parseHttpDate as parseDate } from '#core/fetch/http-date.ts';

import { parseRetryAfter as parseRetry } from '#core/fetch/retry-after.ts';

export const isBlockedIp = (ip: string): boolean => isBlockedAddress(ip, CLOSED).blocked;

/** @param options.dns the addresses that the host's name has */
export function checkUrl(text: string, options: { dns: string[] }): { allowed: boolean } {
  const url = parseCrawlUrl(text);
  if (url === null) return { allowed: false };
  const { hostname, port } = new URL(url);
  if (isBlockedPort(Number(port || 80)) || isBlockedAddress(hostname, CLOSED).blocked) return { allowed: false };
  const literal = isBlockedAddress(hostname, CLOSED).range !== null || /^[\d.]+$|^\[/.test(hostname);
  return { allowed: literal || (options.dns.length > 0 && !options.dns.some(isBlockedIp)) };
}

export function decodeBody(contentEncoding: string, body: Uint8Array): Uint8Array {
  const decoded = decode(contentEncoding, body, { maxBytes: 64 * 1024 * 1024 });
  if (!decoded.ok) throw new Error(decoded.end);
  return decoded.body;
}

/** Epoch seconds. */
export function parseHttpDate(value: string): number | null {
  const instant = parseDate(value, Date.now());
  return instant === null ? null : instant / 1000;
}

export const parseRetryAfter = (value: string, nowMs: number): number | null => parseRetry(value, nowMs);

const ROBOTS_URL = 'http://example.com/robots.txt';
/** Names outside ASCII stand in the file as UTF-8; ours are ASCII. */
const octets = (text: string): string => Buffer.from(text).toString('latin1');

export function robotsAllowed(robots: Uint8Array, agent: string, text: string): boolean {
  const url = parseCrawlUrl(text, ROBOTS_URL as CrawlUrl);
  return url === null || parseRobots(robots, octets(agent), ROBOTS_URL).verdict(url).allowed;
}

export const robotsDelay = (robots: Uint8Array, agent: string): number | null =>
  parseRobots(robots, agent, ROBOTS_URL).crawlDelaySeconds;

export const robotsSitemaps = (robots: Uint8Array, base: string): string[] => [
  ...parseRobots(robots, '*', base).sitemaps,
];
