import type { FailReason } from '#core/model/outcome.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';

export interface FetchRequest {
  readonly url: CrawlUrl;
  readonly method: 'GET' | 'HEAD';
  /** In the order they are sent; Host, Connection and Accept-Encoding are added by the fetcher. */
  readonly headers: readonly (readonly [string, string])[];
  /** Time limit for connecting, for the headers, and between two parts of the body. */
  readonly timeoutMs: number;
  /**
   * Time limit for the headers, from when the request was sent.
   * @default timeoutMs
   */
  readonly headersMs?: number;
  /** Most bytes of the decoded body, and of the body on the wire. */
  readonly maxBytes: number;
  /**
   * Is a longer body cut there? Then its first bytes are the answer (`cut`); a body of which no
   * part can be read stays `too-large`.
   * @default false
   */
  readonly cutsBody?: boolean;
  /** May Surf speak HTTP/2 to https servers? @default false */
  readonly http2?: boolean;
  /** Called once with the headers: may the body be read? @returns a reason not to */
  readonly decideBody: (head: ResponseHead) => 'read' | 'leave';
  /**
   * Called once when the connection is there, right before the request is sent on it: false ends it
   * unsent, as `timeout`. Connecting may take longer than the caller's right to ask this host
   * lasts.
   * @default always
   * @param peer address of the connection; null: not known
   */
  readonly mayStart?: (peer: string | null) => boolean;
  /**
   * Called once when the request has been handed to the system: on a busy machine that can be long
   * after `mayStart`.
   * @default does nothing
   */
  readonly sent?: () => void;
  readonly signal?: AbortSignal;
  /** Close the connection after the answer (HTTP/1.1). @default false: it is kept */
  readonly close?: boolean;
  /**
   * Does another host wait for this request's place? A slow request is ended then (`gaveWay`).
   * @default no other host waits
   */
  readonly slotWanted?: () => boolean;
  /**
   * The body may be far larger than a page: such bodies share memory apart from pages.
   * @default false
   */
  readonly large?: boolean;
}

/** Status line and headers as received. */
export interface ResponseHead {
  readonly status: number;
  /** Characters outside ASCII may be lost. HTTP/2 has none: there it is the standard phrase. */
  readonly statusText: string;
  /** Name and value, in order, as received (Latin-1). */
  readonly headers: readonly (readonly [string, string])[];
  /** Absent: HTTP/1.0 or HTTP/1.1. */
  readonly protocol?: 'h2';
}

export type FetchResult = FetchAnswer | FetchFailure;

export interface FetchAnswer extends ResponseHead {
  readonly ok: true;
  /** Epoch ms when the request was handed to the connection, and when the answer was complete. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** The request's head as sent (request line and headers, ending with an empty line). */
  readonly requestHead: Uint8Array;
  /**
   * Body as sent by the server, without chunked framing, still in its Content-Encoding; empty when
   * it was left; for a body that was cut, `body` itself.
   */
  readonly wireBody: Uint8Array;
  /** Body without its Content-Encoding; the same object as wireBody when there is none. */
  readonly body: Uint8Array;
  /**
   * `left`: decideBody said so. `too-large`: over maxBytes decoded or on the wire, or a
   * decompression bomb; the body is void. `cut`: over maxBytes too, and its first bytes are there,
   * at most maxBytes: fewer where its coding needs more than that on the wire. `length | time |
   * disconnect`: ended early, and the part that came is there. `decode`: the encoding is damaged;
   * body is void, wireBody is there.
   */
  readonly end: 'complete' | 'left' | 'too-large' | 'cut' | 'length' | 'time' | 'disconnect' | 'decode';
  /** Address the answer came from. */
  readonly address: string | null;
}

export interface FetchFailure {
  readonly ok: false;
  /**
   * `blocked-address`: Surf must not connect to the address. `no-room`: Surf ended it for
   * others; the server did nothing wrong. `proxy`: the proxy let no connection through; nothing is
   * known of the server.
   */
  readonly reason:
    | Extract<
        FailReason,
        'dns' | 'connect' | 'tls' | 'timeout' | 'reset' | 'protocol' | 'internal' | 'no-room' | 'proxy'
      >
    | 'blocked-address';
  /** At most 200 characters, in words. */
  readonly message: string;
  /**
   * Whose fault it is, where that is known. `open-files`: this process has no file descriptor left.
   * `proxy`: the proxy itself, for any host. `proxy-silent`: the proxy took the
   * connection and gave no answer in time; it may have waited for the host. `network`: no name
   * server answered, or this machine has no way to the address; that can be the host's, too.
   */
  readonly fault?: 'open-files' | 'proxy' | 'proxy-silent' | 'network';
  readonly startedAt: number;
  readonly endedAt: number;
  /** Nothing was sent, for a reason that is not the host's: asking again later costs no try. */
  readonly unsent?: true;
  /**
   * Others waited for its memory or its place: `no-room`, or `timeout` where it came below the
   * floor. Its host comes after the others.
   */
  readonly gaveWay?: true;
}

/**
 * Way to a host. `reached`: it takes a connection, or refuses it. `no-network`: as a failure whose
 * fault is `network`. `silent`: neither.
 */
export type Reach = 'reached' | 'silent' | 'no-network';

/**
 * Makes one HTTP request; follows no redirect, retries nothing, keeps connections alive.
 *
 * Promises: never rejects for anything that a server or the network does; the address of every
 * connection was checked; after `signal` aborts the promise settles within 100 ms; nothing of the
 * request continues after it has settled.
 */
export interface Fetcher {
  /** @param connections most connections to this host at once */
  fetch(request: FetchRequest, connections: number): Promise<FetchResult>;
  /**
   * The address that a request for the URL would go to; null: not known, or refused. Absent: the
   * fetcher cannot tell.
   */
  address?(url: CrawlUrl): Promise<string | null>;
  /**
   * Is there a way to the URL's host? Makes a new connection, checked as every other, sends nothing
   * on it and closes it. Settles within `timeoutMs`, and never rejects. Absent: the fetcher cannot
   * tell.
   */
  reach?(url: CrawlUrl, timeoutMs: number): Promise<Reach>;
  /** Ends all connections. */
  close(): Promise<void>;
}
