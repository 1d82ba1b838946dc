import type { Exchange, Handler } from '#test/site/exchange.ts';

const sendRules = (exchange: Exchange, text: string): void =>
  exchange.send(200, { 'content-type': 'text/plain' }, text);

/** The file as given: Disallow, Crawl-delay, Sitemap, or any other. */
export const robotsText =
  (text: string): Handler =>
  (exchange) =>
    sendRules(exchange, text);

/** A status without rules: 404 allows everything, 500 and 429 nothing (RFC 9309 §2.3.1). */
export const robotsStatus =
  (status: number, headers: Readonly<Record<string, string>> = {}): Handler =>
  (exchange) =>
    exchange.send(status, { 'content-type': 'text/html', ...headers }, '<title>no rules here</title>');

export const noRobots: Handler = robotsStatus(404);

/** Answers after a wait, or never within any patience. */
export const robotsSlow =
  (ms: number, text = ''): Handler =>
  async (exchange) => {
    if (await exchange.wait(ms)) sendRules(exchange, text);
  };

/**
 * Redirects `hops` times on the same host, then gives the file (RFC 9309 §2.3.1.2: at least five
 * are followed).
 */
export const robotsRedirect =
  (hops: number, text: string): Handler =>
  (exchange) => {
    const done = exchange.number('hop', 0);
    if (done < hops) exchange.redirect(302, `/robots.txt?hop=${done + 1}`);
    else sendRules(exchange, text);
  };

/** Fails `times` times, then gives the file. */
export const robotsFlaky =
  (times: number, text: string): Handler =>
  (exchange) =>
    (exchange.context.earlier < times ? robotsStatus(503) : robotsText(text))(exchange);

/** The connection is reset. */
export const robotsReset: Handler = (exchange) => {
  exchange.raw(null).resetAndDestroy();
};

/**
 * Rules, then filler up to `bytes`, then `Disallow: /late`: behind 500 KiB nothing counts (RFC 9309
 * §2.5).
 */
export const robotsHuge =
  (bytes: number): Handler =>
  (exchange) => {
    const head = 'User-agent: *\nDisallow: /early\n';
    const filler = '# filler filler filler filler filler\n';
    sendRules(exchange, `${head}${filler.repeat(Math.ceil(bytes / filler.length))}Disallow: /late\n`);
  };
