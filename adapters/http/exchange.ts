import type { Dispatcher } from 'undici';
import type { BodyBudget } from '#adapters/http/body-budget.ts';
import { BodyBuffer } from '#adapters/http/body-buffer.ts';
import { BodyPace } from '#adapters/http/body-pace.ts';
import { type DecodedBody, decodeAside, decodeQuickly, mostDecoded } from '#adapters/http/content-coding.ts';
import { failureOf } from '#adapters/http/failure.ts';
import type { LargeMemory } from '#adapters/http/large-memory.ts';
import type { LentBody, QuickGunzip } from '#adapters/http/quick-gunzip.ts';
import { headOf, MAX_HEADER_FIELDS } from '#adapters/http/response-head.ts';
import type { FetchAnswer, FetchFailure, FetchRequest, FetchResult, ResponseHead } from '#core/fetch/fetcher.ts';

/** Interim answers (1xx) before the final one; more keep a connection busy for ever. */
const MAX_INTERIM = 16;
/** A body that is longer asks for memory. */
const SMALL_BYTES = 256 * 1024;
/** How many timeouts a body waits for memory. */
const WAIT_TIMEOUTS = 10;
const EMPTY = new Uint8Array(0);
const VOID: DecodedBody = { ok: true, body: EMPTY };
/** Why we end connections ourselves; nobody sees it, so one object (and one stack) does for all. */
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
  /** For pages of usual size. */
  readonly gunzip: QuickGunzip;
  /** Epoch ms. */
  readonly now: () => number;
  /** Called once. */
  readonly settle: (result: FetchResult) => void;
}

/**
 * One request and its answer: undici's raw callbacks in, one FetchResult out. After it has settled it ends whatever
 * undici still offers.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #options: ExchangeOptions;
  #settled = false;
  #controller: Dispatcher.DispatchController | null = null;
  #startedAt: number;
  #head: ResponseHead | null = null;
  #encoding = '';
  #left = false;
  #interim = 0;
  readonly #body = new BodyBuffer();
  #pace: BodyPace | null = null;
  /** Bytes that the server says are to come; null when it does not. */
  #expected: number | null = null;
  /** Gives back the memory that was asked for. */
  #giveBack: (() => void) | null = null;
  #waiting: NodeJS.Timeout | null = null;
  /** The body on the wire while it is being decoded. */
  #wire: Uint8Array | null = null;

  constructor(options: ExchangeOptions) {
    this.#options = options;
    this.#startedAt = options.now();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#settled) {
      controller.abort(ENDED);
      return;
    }
    this.#controller = controller;
    this.#startedAt = this.#options.now();
    if (this.#options.request.mayStart?.(this.#options.address()) === false)
      this.#fail('timeout', 'the request may not be sent any more');
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
    const left = request.judge(head) === 'leave'; // what it throws is a fault of ours: `internal`, by onResponseError
    this.#head = head;
    if (request.method === 'HEAD' || status === 204 || status === 304) {
      this.#left = left; // there is no body to leave: the end comes by itself
      return;
    }
    this.#encoding = joined(headers['content-encoding']);
    const length = Number(headers['content-length'] ?? Number.NaN);
    if (left) this.#answer('left');
    else if (length > request.maxBytes) this.#answer('too-large');
    else this.#begin(length);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    if (this.#settled || this.#wire !== null) return;
    this.#body.add(chunk);
    const { length } = this.#body;
    if (this.#giveBack !== null) this.#options.memory.read(chunk.length);
    if (length > this.#options.request.maxBytes) this.#answer('too-large');
    else if (this.#pace?.isTooSlow(length, performance.now()) === true) this.#answer('time');
    else if (length > SMALL_BYTES && this.#giveBack === null) {
      this.#body.expect(this.#options.request.maxBytes); // parts that had to be joined would be held twice
      this.#askMemory();
    }
  }

  onResponseEnd(): void {
    this.#answer(this.#left ? 'left' : 'complete');
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    if (this.#settled) return;
    const timedOut = 'code' in error && error.code === 'UND_ERR_BODY_TIMEOUT';
    if (this.#head !== null) {
      this.#answer(timedOut ? 'time' : 'disconnect');
      return;
    }
    const phase = this.#controller === null ? 'connecting' : 'waiting';
    const failure = failureOf(error, phase, this.#options.request.url.startsWith('https:'));
    const now = this.#options.now();
    this.#settle({ ok: false, ...failure, startedAt: this.#startedAt, endedAt: now });
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
    if (!(length > SMALL_BYTES)) return;
    this.#expected = length;
    this.#body.expect(length);
    this.#askMemory();
  }

  /** Asks for all that the body may come to, decoded too, and stops the server until it is there. */
  #askMemory(): void {
    const { budget, request } = this.#options;
    const { maxBytes, timeoutMs } = request;
    const wire = this.#expected ?? maxBytes;
    const bytes = wire + (this.#encoding === '' ? 0 : mostDecoded(wire, maxBytes));
    let given = false;
    this.#giveBack = budget.take(bytes, () => {
      given = true;
      if (this.#waiting !== null) setImmediate(() => this.#resume());
    });
    if (given) return;
    this.#pace?.pause(performance.now());
    this.#controller?.pause();
    this.#waiting = setTimeout(() => this.#answer('time'), timeoutMs * WAIT_TIMEOUTS);
  }

  #resume(): void {
    if (this.#settled || this.#waiting === null) return;
    clearTimeout(this.#waiting);
    this.#waiting = null;
    this.#pace?.resume(performance.now());
    this.#controller?.resume();
  }

  #answer(end: FetchAnswer['end']): void {
    if (this.#settled || this.#head === null || this.#wire !== null) return;
    if (end === 'left' || end === 'too-large') {
      this.#conclude(end, EMPTY, VOID);
      return;
    }
    const wire = this.#body.take();
    const { request, gunzip } = this.#options;
    const options = { maxBytes: request.maxBytes, partial: end !== 'complete' };
    const lent = end === 'complete' && this.#encoding === 'gzip' ? gunzip.decode(wire, options.maxBytes) : null;
    if (lent !== null) {
      this.#conclude(end, wire, { ok: true, ...lent });
      return;
    }
    const decoded = decodeQuickly(this.#encoding, wire, options);
    if (decoded !== null) {
      this.#conclude(end, wire, decoded);
      return;
    }
    this.#wire = wire;
    if (end === 'time') this.#controller?.abort(ENDED); // nothing more of it is wanted
    const decode = (): void => {
      if (this.#settled) return;
      void decodeAside(this.#encoding, wire, options).then((body) => this.#conclude(end, wire, body));
    };
    if (this.#giveBack === null) {
      this.#giveBack = this.#options.budget.take(mostDecoded(wire.length, options.maxBytes), decode);
    } else decode();
  }

  #conclude(end: FetchAnswer['end'], wire: Uint8Array, decoded: DecodedBody & Partial<LentBody>): void {
    if (this.#settled || this.#head === null) return;
    const { requestHead, address } = this.#options;
    if (this.#giveBack !== null) this.#options.memory.handedOver(heldBytes(wire, decoded));
    const damaged = !decoded.ok && decoded.end === 'decode';
    const tooLarge = !decoded.ok && !damaged;
    this.#settle({
      ok: true,
      ...this.#head,
      startedAt: this.#startedAt,
      endedAt: this.#options.now(),
      requestHead: Buffer.from(requestHead(this.#head.protocol === 'h2'), 'latin1'),
      wireBody: tooLarge ? EMPTY : wire,
      body: decoded.ok ? decoded.body : EMPTY,
      end: tooLarge ? 'too-large' : damaged && end === 'complete' ? 'decode' : end,
      address: address(),
      ...(decoded.release !== undefined && { release: decoded.release }),
    });
  }

  #fail(reason: FetchFailure['reason'], message: string): void {
    this.#settle({ ok: false, reason, message, startedAt: this.#startedAt, endedAt: this.#options.now() });
  }

  #settle(result: FetchResult): void {
    this.#settled = true;
    const ended = result.ok && (result.end === 'complete' || result.end === 'disconnect' || result.end === 'decode');
    if (!ended && !this.#left) this.#controller?.abort(ENDED);
    if (this.#waiting !== null) clearTimeout(this.#waiting);
    this.#waiting = null;
    this.#wire = null;
    this.#body.clear();
    this.#giveBack?.();
    this.#options.settle(result);
  }
}

const heldBytes = (wire: Uint8Array, decoded: DecodedBody): number =>
  wire.length + (decoded.ok && decoded.body !== wire ? decoded.body.length : 0);

const joined = (value: string | string[] | undefined): string =>
  value === undefined ? '' : typeof value === 'string' ? value : value.join(',');
