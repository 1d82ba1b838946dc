import { failureOf } from '#adapters/http/failure.ts';
import type { ConnectionMaker } from '#adapters/http/resolver/address-guard.ts';
import type { Reach } from '#core/fetch/fetcher.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';

/**
 * Makes a new connection to the URL's host within that time, and closes it. TCP alone, also for
 * https: nothing is sent.
 */
export function reachOf(maker: Pick<ConnectionMaker, 'connect'>, url: CrawlUrl, timeoutMs: number): Promise<Reach> {
  const { hostname, port, protocol, host } = new URL(url);
  const to = {
    hostname: hostname.replace(/^\[|\]$/g, ''),
    host,
    port: port === '' ? (protocol === 'https:' ? '443' : '80') : port,
    protocol: 'http:',
  };
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, timeoutMs, 'silent');
    maker.connect(to, { timeoutMs, http2: false }, (error, socket) => {
      clearTimeout(timer);
      socket?.on('error', () => {}).destroy();
      resolve(error === null ? 'reached' : reachBy(error));
    });
  });
}

function reachBy(error: Error): Reach {
  const { reason, fault } = failureOf(error, 'connecting', false);
  if (fault === 'network') return 'no-network';
  return fault !== undefined || reason === 'dns' || reason === 'timeout' ? 'silent' : 'reached';
}
