import { Client } from 'undici';
import type { ConnectionMaker } from '#adapters/http/resolver/address-guard.ts';

/** RFC 9112 sets no limit; browsers and servers end far below. */
const MAX_HEADER_BYTES = 64 * 1024;
/** Used if the server does not say how long it keeps connections. */
const KEEP_ALIVE_MS = 15_000;
const KEEP_ALIVE_MAX_MS = 60_000;

/** One connection to an origin, made again when it breaks. */
export interface Lane {
  readonly client: Client;
  /** Requests to the site that have not settled. */
  busy: number;
  /** Peer of the last connection made, also where a proxy is between. */
  address: string | null;
  /** Timeout for the next connection. */
  connectTimeoutMs: number;
}

/**
 * An origin (scheme, host, port) and its kept connections: HTTP/1.1 without pipelining, or HTTP/2
 * with one request at a time.
 */
export class Site {
  readonly #origin: string;
  readonly #maker: ConnectionMaker;
  readonly #http2: boolean;
  readonly #lanes: Lane[] = [];

  /** @param http2 offer it to https servers? */
  constructor(origin: string, maker: ConnectionMaker, http2: boolean) {
    this.#origin = origin;
    this.#maker = maker;
    this.#http2 = http2;
  }

  /** Address of the connection that was made last; null: none was. */
  get peer(): string | null {
    return this.#lanes.findLast(({ address }) => address !== null)?.address ?? null;
  }

  get idle(): boolean {
    return this.#lanes.every((lane) => lane.busy === 0);
  }

  /**
   * An idle connection, a new one while there are fewer than `connections`, or else the one with
   * the shortest queue.
   */
  lane(connections: number): Lane {
    let best: Lane | undefined;
    const count = Math.min(connections, this.#lanes.length);
    for (let index = 0; index < count; index++) {
      const lane = this.#lanes[index];
      if (lane === undefined) break;
      if (lane.busy === 0) return lane;
      if (best === undefined || lane.busy < best.busy) best = lane;
    }
    return best === undefined || this.#lanes.length < connections ? this.#open() : best;
  }

  async destroy(): Promise<void> {
    await Promise.all(this.#lanes.map((lane) => lane.client.destroy()));
  }

  #open(): Lane {
    const { maker, http2 } = { maker: this.#maker, http2: this.#http2 };
    const client = new Client(this.#origin, {
      maxHeaderSize: MAX_HEADER_BYTES,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: KEEP_ALIVE_MAX_MS,
      connect: (options, callback) =>
        maker.connect(options, { timeoutMs: lane.connectTimeoutMs, http2 }, (...answer) => {
          lane.address = answer[0] === null ? maker.peerOf(answer[1]) : null;
          callback(...answer);
        }),
    });
    const lane: Lane = { client, busy: 0, address: null, connectTimeoutMs: 0 };
    this.#lanes.push(lane);
    return lane;
  }
}
