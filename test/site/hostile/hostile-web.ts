import type { Socket } from 'node:net';

/** One request as the server got it. */
export interface HostileRequest {
  /** Host header as sent, and its name without port and dot at the end. */
  readonly hostHeader: string;
  readonly host: string;
  readonly path: string;
  /** Request line and headers. */
  readonly head: string;
  /** Requests for the same host and path before this one. */
  readonly earlier: number;
}

/** Writes an answer. */
export type Reply = (request: HostileRequest, socket: Socket) => void;

/** The expected outcome of one address, and its allowed number of requests. */
export interface Truth {
  /** `stored`, `skipped(robots)`, `failed(http-4xx)`, … */
  readonly outcome: string;
  /** Least and most requests. */
  readonly asked: readonly [least: number, most: number];
  readonly title?: string;
}

const ONCE = [1, 1] as const;
const NEVER = [0, 0] as const;

/**
 * A web in the making: what its hosts answer, and what a crawl of it must come to. The truth comes
 * from who made it, not from the crawler.
 */
export class HostileWeb {
  readonly #replies = new Map<string, Reply>();
  /** By URL as it is fetched. Nothing else may be in the list of tasks. */
  readonly truth = new Map<string, Truth>();
  /** Other requests than pages, once each, as `host/path`: what robots.txt redirects to (exempt
   * from spacing), and sitemaps.
   */
  readonly robots = new Set<string>();
  readonly sitemaps = new Set<string>();
  /** Whose first answer asks for a second's pause, as `host/path`. */
  readonly pauses = new Set<string>();
  /** Seconds without a request to a host after each one: its Crawl-delay. */
  readonly delays = new Map<string, number>();
  #names = 0;

  /** @param path as on the request line */
  serve(host: string, path: string, reply: Reply): void {
    if (this.#replies.has(host + path)) throw new Error(`${host}${path} is there twice`);
    this.#replies.set(host + path, reply);
  }

  reply(host: string, path: string): Reply | undefined {
    return this.#replies.get(host + path);
  }

  /** Says what becomes of an address. */
  expect(url: string, outcome: string, { asked, title }: Partial<Truth> = {}): void {
    if (this.truth.has(url)) throw new Error(`${url} has a truth already`);
    const usual = /^skipped\((?!content-type|too-large)/.test(outcome) ? NEVER : ONCE;
    this.truth.set(url, { outcome, asked: asked ?? usual, ...(title !== undefined && { title }) });
  }

  /** A word that nothing else in this web is called; without digits, as these mark calendars. */
  name(): string {
    let n = this.#names++;
    let word = '';
    do {
      word = String.fromCharCode(97 + (n % 26)) + word;
      n = Math.floor(n / 26);
    } while (n > 0);
    return `n${word}`;
  }
}
