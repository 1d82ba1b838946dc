import type { Dispatcher } from 'undici';
import type { BodyBudget, BodyReservation } from '#adapters/http/body/body-budget.ts';
import { BodyBuffer } from '#adapters/http/body/body-buffer.ts';
import { BodyPace, FLOOR_BYTES_PER_SECOND } from '#adapters/http/body/body-pace.ts';
import type { LargeMemory } from '#adapters/http/body/large-memory.ts';
import type { Watched } from '#adapters/http/body/slow-watch.ts';
import type { Cancellable } from '#adapters/http/cancellations.ts';
import {
  type DecodedBody,
  decodeAside,
  decodeQuickly,
  isDecodable,
  mostDecoded,
} from '#adapters/http/coding/content-coding.ts';
import type { ReusedGunzip } from '#adapters/http/coding/reused-gunzip.ts';
import { failureOf } from '#adapters/http/failure.ts';
import { headOf, MAX_HEADER_FIELDS } from '#adapters/http/response-head.ts';
import type { FetchAnswer, FetchFailure, FetchRequest, FetchResult, ResponseHead } from '#core/fetch/fetcher.ts';
import { originOf } from '#core/url/origin.ts';

/** Interim answers (1xx) before the final one; more keep a connection busy for ever. */
const MAX_INTERIM = 16;
/** A body that is longer asks for memory. */
const SMALL_BYTES = 256 * 1024;
/** Surplus over the received bytes that it asks for. */
const STEP_BYTES = 256 * 1024;
/** Most timeouts for which a body waits for memory. */
const WAIT_TIMEOUTS = 10;
/** A server that lost patience while Surf kept it waiting for longer is not to blame. */
const NOTICED_WAIT_MS = 1_000;
/** A request without a whole head for so long gives its place to a host that waits for it. */
const SILENCE_MS = 3_000;
const EMPTY = new Uint8Array(0);
const VOID: DecodedBody = { ok: true, body: EMPTY };
/** The reason of every abort of ours; no caller sees it. */
const ENDED = new Error('ended by the fetcher');

export interface ExchangeOptions {
  readonly request: FetchRequest;
  /** Request line and headers as they were sent. @param http2 was HTTP/2 agreed upon? */
  readonly requestHead: (http2: boolean) => string;
  /** Address of the connection; read when the answer begins. */
  readonly address: () => string | null;
  /** Memory for bodies that are not small. */
  readonly budget: BodyBudget;
  readonly memory: LargeMemory;
  /** Decoder for pages of usual size. */
  readonly gunzip: ReusedGunzip;
  /** Epoch ms. */
  readonly now: () => number;
  /** Receives the result, once. */
  readonly settle: (result: FetchResult) => void;
}

/**
 * One request and its answer: undici's raw callbacks in, one FetchResult out. After it has settled
 * it ends everything that undici still offers.
 */
export class Exchange implements Dispatcher.DispatchHandler, Watched, Cancellable {
  watchPlace = -1;
  cancelPlace = -1;
  readonly #options: ExchangeOptions;
  #settled = false;
  #controller: Dispatcher.DispatchController | null = null;
  #startedAt: number;
  #head: ResponseHead | null = null;
  #encoding = '';
  /** A longer body is cut, not refused. */
  #cuts = false;
  #left = false;
  #interim = 0;
  readonly #body = new BodyBuffer();
  #pace: BodyPace | null = null;
  /** Bytes that the server announced; null if it did not. */
  #expected: number | null = null;
  /** Memory of a body that is not small, and the bytes that the body holds of it. */
  #reservation: BodyReservation | null = null;
  #held = 0;
  /** Timer while the server is stopped, because there is no memory. */
  #waiting: NodeJS.Timeout | null = null;
  #waitingSince = 0;
  #waitedMs = 0;
  /** The body on the wire while it is being decoded. */
  #wire: Uint8Array | null = null;
  /** Monotonic ms. */
  readonly #madeAt = performance.now();

  constructor(options: ExchangeOptions) {
    this.#options = options;
    this.#startedAt = options.now();
  }

  /**
   * Makes room for a host that waits for this one's place, when this one is slow. Called twice a
   * second.
   * @param now monotonic ms
   */
  look(now: number): void {
    const rate = this.#rate(now);
    if (this.#settled || this.#options.request.slotWanted?.() !== true) return;
    if (this.#head === null) {
      if (now - this.#madeAt >= SILENCE_MS) this.#giveWay('silence');
    } else if (rate !== null && rate < FLOOR_BYTES_PER_SECOND) this.#giveWay('slow');
    else if (this.#wire === null && this.#pace?.hasHadItsTurn(now) === true) this.#giveWay('turn');
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#settled) {
      controller.abort(ENDED);
      return;
    }
    this.#controller = controller;
    this.#startedAt = this.#options.now();
    if (this.#options.request.mayStart?.(this.#options.address()) === false)
      this.#fail('timeout', 'the request can no longer be sent');
  }

  onRequestSent(): void {
    if (!this.#settled) this.#options.request.sent?.();
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
    statusText?: string,
  ): void {
    if (this.#settled) return;
    if (status < 200) {
      this.#countInterim();
      return;
    }
    const { request } = this.#options;
    const head = headOf(status, statusText, controller.rawHeaders);
    if (head === null) {
      this.#fail('protocol', `more than ${MAX_HEADER_FIELDS} header fields`);
      return;
    }
    const left = request.decideBody(head) === 'leave'; // what it throws is a fault of ours: `internal`, by onResponseError
    this.#head = head;
    if (request.method === 'HEAD' || status === 204 || status === 304) {
      this.#left = left; // there is no body to leave: the end comes by itself
      return;
    }
    this.#encoding = joined(headers['content-encoding']);
    this.#cuts = request.cutsBody === true && isDecodable(this.#encoding);
    const length = Number(headers['content-length'] ?? Number.NaN);
    if (left) this.#answer('left');
    else if (length > request.maxBytes && !this.#cuts) this.#answer('too-large');
    else this.#begin(length);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    if (this.#settled || this.#wire !== null) return;
    const { maxBytes } = this.#options.request;
    const room = maxBytes - this.#body.length;
    this.#body.add(this.#cuts && chunk.length > room ? chunk.subarray(0, room) : chunk);
    const { length } = this.#body;
    if (this.#reservation !== null) this.#options.memory.read(chunk.length);
    if (chunk.length > room) this.#answer(this.#cuts ? 'cut' : 'too-large');
    else if (this.#pace?.isTooSlow(length, performance.now()) === true) this.#answer('time');
    else if (length > Math.max(SMALL_BYTES, this.#held) && this.#waiting === null) this.#askMemory();
  }

  onResponseEnd(): void {
    this.#answer(this.#left ? 'left' : 'complete');
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    if (this.#settled) return;
    const timedOut = 'code' in error && error.code === 'UND_ERR_BODY_TIMEOUT';
    if (this.#head !== null) {
      if (this.#waitedLong()) this.#giveWay('wait');
      else this.#answer(timedOut ? 'time' : 'disconnect');
      return;
    }
    const phase = this.#controller === null ? 'connecting' : 'waiting';
    const { url, timeoutMs, headersMs = timeoutMs } = this.#options.request;
    const failure = failureOf(error, phase, url.startsWith('https:'));
    const isSilence = 'code' in error && error.code === 'UND_ERR_HEADERS_TIMEOUT';
    const silence = isSilence ? { message: `no answer within ${headersMs / 1_000} s` } : {};
    const now = this.#options.now();
    this.#settle({ ok: false, ...failure, ...silence, startedAt: this.#startedAt, endedAt: now });
  }

  /** The caller's signal: `timeout` before the head, `time` with what came after it. */
  cancel(): void {
    if (this.#settled) return;
    if (this.#head === null) this.#fail('timeout', 'the request was cancelled');
    else if (this.#wire === null) this.#answer('time');
    else this.#conclude('time', this.#wire, VOID);
  }

  #countInterim(): void {
    this.#interim++;
    if (this.#interim > MAX_INTERIM) this.#fail('protocol', 'too many interim answers (1xx)');
  }

  #begin(length: number): void {
    this.#pace = new BodyPace(this.#options.request.timeoutMs, performance.now());
    if (length >= 0) this.#expected = length;
  }

  /** Most bytes on the wire: the server's announcement bounds it, and holds no memory. */
  get #mostOnWire(): number {
    return Math.min(this.#expected ?? Number.POSITIVE_INFINITY, this.#options.request.maxBytes);
  }

  /**
   * Asks for memory for the received bytes and a little more, and stops the server until it is
   * there.
   */
  #askMemory(): void {
    const most = this.#mostOnWire;
    this.#body.expect(most); // parts that had to be joined would be held twice
    const reservation = this.#reservationFor(
      most + (this.#encoding === '' ? 0 : mostDecoded(most, this.#options.request.maxBytes)),
    );
    const held = Math.max(this.#body.length, Math.min(this.#body.length + STEP_BYTES, most));
    let given = false;
    reservation.take(held - this.#held, () => {
      given = true;
      this.#held = held;
      if (this.#waiting !== null) setImmediate(() => this.#resume());
    });
    if (given) return;
    this.#controller?.pause();
    this.#wait();
  }

  #reservationFor(mostBytes: number): BodyReservation {
    const { budget, request } = this.#options;
    this.#reservation ??= budget.open(
      {
        host: originOf(request.url),
        rate: (now) => this.#rate(now),
        remaining: () => (this.#expected === null ? this.#body.length : this.#expected - this.#body.length),
        giveWay: (cause) => this.#giveWay(cause),
      },
      mostBytes,
    );
    return this.#reservation;
  }

  #wait(): void {
    this.#waitingSince = performance.now();
    this.#pace?.pause(this.#waitingSince);
    this.#waiting = setTimeout(() => this.#giveWay('wait'), this.#options.request.timeoutMs * WAIT_TIMEOUTS);
  }

  #resume(): void {
    if (this.#settled || this.#waiting === null) return;
    const now = performance.now();
    this.#waitedMs += now - this.#waitingSince;
    clearTimeout(this.#waiting);
    this.#waiting = null;
    this.#pace?.resume(now);
    this.#controller?.resume();
  }

  #waitedLong(): boolean {
    const nowMs = this.#waiting === null ? 0 : performance.now() - this.#waitingSince;
    return this.#waitedMs + nowMs > NOTICED_WAIT_MS;
  }

  /** Bytes a second lately; null: too early to say, or nothing is being read. */
  #rate(now: number): number | null {
    return this.#wire === null && this.#pace !== null ? this.#pace.rate(this.#body.length, now) : null;
  }

  /** Ends it for others: below the floor that is the server's fault, else nobody's. */
  #giveWay(cause: 'silence' | 'slow' | 'turn' | 'share' | 'wait'): void {
    if (this.#settled) return;
    const { timeoutMs } = this.#options.request;
    const rate = Math.round(this.#rate(performance.now()) ?? 0);
    const words = {
      silence: `no answer within ${SILENCE_MS / 1000} s while other hosts waited for its place`,
      slow: `its body came at ${rate} bytes a second, below the floor of ${FLOOR_BYTES_PER_SECOND} while others wait`,
      turn: 'its body took long while other hosts waited for its place',
      share: 'its host held more than its share of the memory for bodies',
      wait: `no memory for its body within ${Math.round((timeoutMs * WAIT_TIMEOUTS) / 1000)} s`,
    };
    this.#fail(cause === 'slow' ? 'timeout' : 'no-room', words[cause], { gaveWay: true });
  }

  #answer(end: FetchAnswer['end']): void {
    if (this.#settled || this.#head === null || this.#wire !== null) return;
    if (end === 'left' || end === 'too-large') {
      this.#conclude(end, EMPTY, VOID);
      return;
    }
    const wire = this.#body.take();
    const { request, gunzip } = this.#options;
    const options = { maxBytes: request.maxBytes, partial: end !== 'complete', cut: this.#cuts };
    const page = end === 'complete' && this.#encoding === 'gzip' ? gunzip.decode(wire, options.maxBytes) : null;
    const decoded = page === null ? decodeQuickly(this.#encoding, wire, options) : ({ ok: true, body: page } as const);
    if (decoded !== null) {
      this.#conclude(end, wire, decoded);
      return;
    }
    this.#wire = wire;
    if (end === 'time' || end === 'cut') this.#controller?.abort(ENDED); // the crawl needs no more of it
    let begun = false;
    const decode = (): void => {
      begun = true;
      if (this.#settled) return;
      if (this.#waiting !== null) clearTimeout(this.#waiting);
      void decodeAside(this.#encoding, wire, options).then((body) => this.#conclude(end, wire, body));
    };
    const bytes = mostDecoded(wire.length, options.maxBytes);
    const reservation = this.#reservationFor(bytes);
    reservation.expect(this.#held + bytes);
    reservation.take(bytes, decode);
    if (!begun && this.#waiting === null) this.#wait();
  }

  #conclude(end: FetchAnswer['end'], wire: Uint8Array, decoded: DecodedBody): void {
    if (this.#settled || this.#head === null) return;
    const { requestHead, address } = this.#options;
    if (this.#reservation !== null) this.#options.memory.handedOver(heldBytes(wire, decoded));
    const damaged = !decoded.ok && decoded.end === 'decode';
    const tooLarge = !decoded.ok && (!damaged || end === 'cut'); // no part of it can be read
    const cut = decoded.ok && (decoded.cut === true || end === 'cut');
    const body = decoded.ok ? decoded.body : EMPTY;
    this.#settle({
      ...this.#head,
      ok: true,
      startedAt: this.#startedAt,
      endedAt: this.#options.now(),
      requestHead: Buffer.from(requestHead(this.#head.protocol === 'h2'), 'latin1'),
      wireBody: tooLarge ? EMPTY : cut ? body : wire,
      body,
      end: tooLarge ? 'too-large' : cut ? 'cut' : damaged && end === 'complete' ? 'decode' : end,
      address: address(),
    });
  }

  #fail(reason: FetchFailure['reason'], message: string, more: Pick<FetchFailure, 'gaveWay'> = {}): void {
    this.#settle({ ok: false, reason, message, startedAt: this.#startedAt, endedAt: this.#options.now(), ...more });
  }

  #settle(result: FetchResult): void {
    this.#settled = true;
    const ended = result.ok && (result.end === 'complete' || result.end === 'disconnect' || result.end === 'decode');
    if (!ended && !this.#left) this.#controller?.abort(ENDED);
    if (this.#waiting !== null) clearTimeout(this.#waiting);
    this.#waiting = null;
    this.#wire = null;
    this.#body.clear();
    this.#reservation?.close();
    this.#options.settle(result);
  }
}

const heldBytes = (wire: Uint8Array, decoded: DecodedBody): number =>
  wire.length + (decoded.ok && decoded.body !== wire ? decoded.body.length : 0);

const joined = (value: string | string[] | undefined): string =>
  value === undefined ? '' : typeof value === 'string' ? value : value.join(',');
