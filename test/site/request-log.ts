import { createWriteStream, type WriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import type { Exchange } from '#test/site/exchange.ts';
import { Lookout } from '#test/site/lookout.ts';

/** One request as the server saw it; the judge of politeness and limits. */
export interface RequestEntry {
  /** Order of arrival, from 0. */
  readonly seq: number;
  /** Arrival: epoch ms, and ms of the monotonic clock of the server's process. */
  readonly at: number;
  readonly monotonicMs: number;
  /** When it had not come yet, by that clock: a busy process reads late. */
  readonly afterMs: number;
  /** `Host` header as sent, and the origin that was really asked. */
  readonly host: string;
  readonly origin: string;
  readonly method: string;
  /** Path and query as received. */
  readonly path: string;
  readonly userAgent: string;
  /** Requests in flight in the whole site and at this origin when it came, itself included. */
  readonly inFlight: number;
  readonly inFlightHere: number;
  /** null until something was sent. */
  status: number | null;
  /** When the answer was complete or the connection gone (epoch ms); null while in flight. */
  endedAt: number | null;
}

/**
 * Every request of a site in order of arrival; in memory, and as JSON lines of ended requests in a
 * file if a test gives its path.
 */
export class RequestLog {
  readonly entries: RequestEntry[] = [];
  readonly #byUrl = new Map<string, number>();
  readonly #byOrigin = new Map<string, { inFlight: number; lastAt: number | null }>();
  readonly #lookout = new Lookout();
  readonly #file: WriteStream | null;
  #inFlight = 0;

  constructor(path?: string) {
    this.#file = path === undefined ? null : createWriteStream(path, { flags: 'a' });
  }

  /**
   * How often `method` and `path` were asked at `origin`, and when anything was asked there last.
   */
  before(origin: string, method: string, path: string): { count: number; previousAt: number | null } {
    const count = this.#byUrl.get(`${method} ${origin}${path}`) ?? 0;
    return { count, previousAt: this.#byOrigin.get(origin)?.lastAt ?? null };
  }

  /** Notes the arrival. The entry is completed when its connection is done with it. */
  arrive(origin: string, method: string, path: string, headers: Exchange['headers']): RequestEntry {
    const here = this.#byOrigin.get(origin) ?? { inFlight: 0, lastAt: null };
    this.#byOrigin.set(origin, here);
    const url = `${method} ${origin}${path}`;
    this.#byUrl.set(url, (this.#byUrl.get(url) ?? 0) + 1);
    this.#inFlight++;
    here.inFlight++;
    here.lastAt = Date.now();
    const entry: RequestEntry = {
      seq: this.entries.length,
      at: here.lastAt,
      monotonicMs: performance.now(),
      afterMs: this.#lookout.after,
      host: headers.host ?? '',
      origin,
      method,
      path,
      userAgent: headers['user-agent'] ?? '',
      inFlight: this.#inFlight,
      inFlightHere: here.inFlight,
      status: null,
      endedAt: null,
    };
    this.entries.push(entry);
    return entry;
  }

  leave(entry: RequestEntry, status: number | null): void {
    if (entry.endedAt !== null) return;
    entry.status = status;
    entry.endedAt = Date.now();
    this.#inFlight--;
    const here = this.#byOrigin.get(entry.origin);
    if (here !== undefined) here.inFlight--;
    this.#file?.write(`${JSON.stringify(entry)}\n`);
  }

  /** Requests for pages: without robots.txt. */
  pages(): RequestEntry[] {
    return this.entries.filter((entry) => entry.path !== '/robots.txt');
  }

  /** Forgets what was asked; for a site that several tests share. Counts per URL restart. */
  clear(): void {
    this.entries.length = 0;
    this.#byUrl.clear();
  }

  async close(): Promise<void> {
    this.#lookout.close();
    for (const entry of this.entries) if (entry.endedAt === null) this.leave(entry, entry.status);
    if (this.#file === null) return;
    this.#file.end();
    await finished(this.#file);
  }
}
