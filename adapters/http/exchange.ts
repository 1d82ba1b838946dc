import type { Dispatcher } from 'undici';
import { decodeBody } from '#adapters/http/content-coding.ts';
import { failureOf } from '#adapters/http/failure.ts';
import type { FetchAnswer, FetchFailure, FetchRequest, FetchResult, ResponseHead } from '#core/fetch/fetcher.ts';

/** Interim answers (1xx) before the final one; more keep a connection busy for ever. */
const MAX_INTERIM = 16;
/** A body may take this many times the timeout in all: a server that drips a byte now and then is `time`. */
const BODY_TIMEOUTS = 10;
const EMPTY = new Uint8Array(0);
/** Why we end connections ourselves; nobody sees it, so one object (and one stack) does for all. */
const ENDED = new Error('ended by the fetcher');

export interface ExchangeOptions {
  readonly request: FetchRequest;
  /** Request line and headers as undici writes them. */
  readonly requestHead: string;
  /** Address of the connection; read when the answer begins. */
  readonly address: () => string | null;
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
  #startedAt = Date.now();
  #head: ResponseHead | null = null;
  #encoding = '';
  #left = false;
  #interim = 0;
  #chunks: Uint8Array[] = [];
  #received = 0;
  #bodyDeadline = 0;

  constructor(options: ExchangeOptions) {
    this.#options = options;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#settled) {
      controller.abort(ENDED);
      return;
    }
    this.#controller = controller;
    this.#startedAt = Date.now();
    if (this.#options.request.mayStart?.() === false) this.#fail('timeout', 'the request may not be sent any more');
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
    const head = { status, statusText: statusText ?? '', headers: pairsOf(controller.rawHeaders) };
    const left = request.judge(head) === 'leave'; // what it throws is a fault of ours: `internal`, by onResponseError
    this.#head = head;
    if (request.method === 'HEAD' || status === 204 || status === 304) {
      this.#left = left; // there is no body to leave: the end comes by itself
      return;
    }
    this.#encoding = joined(headers['content-encoding']);
    this.#bodyDeadline = performance.now() + request.timeoutMs * BODY_TIMEOUTS;
    if (left) this.#answer('left', EMPTY);
    else if (Number(headers['content-length'] ?? 0) > request.maxBytes) this.#answer('too-large', EMPTY);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    if (this.#settled) return;
    this.#received += chunk.length;
    this.#chunks.push(chunk);
    if (this.#received > this.#options.request.maxBytes) this.#answer('too-large', EMPTY);
    else if (performance.now() > this.#bodyDeadline) this.#answer('time', this.#wire());
  }

  onResponseEnd(): void {
    this.#answer(this.#left ? 'left' : 'complete', this.#wire());
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: Error): void {
    if (this.#settled) return;
    const timedOut = 'code' in error && error.code === 'UND_ERR_BODY_TIMEOUT';
    if (this.#head !== null) {
      this.#answer(timedOut ? 'time' : 'disconnect', this.#wire());
      return;
    }
    const phase = this.#controller === null ? 'connecting' : 'waiting';
    const { reason, message } = failureOf(error, phase, this.#options.request.url.startsWith('https:'));
    this.#fail(reason, message);
  }

  /** The caller's signal: `timeout` before the head, `time` with what came after it. */
  cancel(): void {
    if (this.#settled) return;
    if (this.#head === null) this.#fail('timeout', 'the request was cancelled');
    else this.#answer('time', this.#wire());
  }

  #countInterim(): void {
    this.#interim++;
    if (this.#interim > MAX_INTERIM) this.#fail('protocol', 'too many interim answers (1xx)');
  }

  #wire(): Uint8Array {
    const [first = EMPTY] = this.#chunks;
    return this.#chunks.length <= 1 ? first : Buffer.concat(this.#chunks, this.#received);
  }

  #answer(end: FetchAnswer['end'], wire: Uint8Array): void {
    if (this.#settled || this.#head === null) return;
    const { requestHead, address, request } = this.#options;
    const decoded = this.#decode(end, wire, request.maxBytes);
    const tooLarge = decoded.end === 'too-large';
    this.#settle({
      ok: true,
      ...this.#head,
      startedAt: this.#startedAt,
      endedAt: Date.now(),
      requestHead: Buffer.from(requestHead, 'latin1'),
      wireBody: tooLarge ? EMPTY : wire,
      body: tooLarge ? EMPTY : decoded.body,
      end: decoded.end,
      address: address(),
    });
  }

  #decode(end: FetchAnswer['end'], wire: Uint8Array, maxBytes: number): Pick<FetchAnswer, 'end' | 'body'> {
    const decoded = decodeBody(this.#encoding, wire, { maxBytes, partial: end !== 'complete' });
    if (decoded.ok) return { end, body: decoded.body };
    return { end: decoded.end === 'decode' && end !== 'complete' ? end : decoded.end, body: EMPTY };
  }

  #fail(reason: FetchFailure['reason'], message: string): void {
    this.#settle({ ok: false, reason, message, startedAt: this.#startedAt, endedAt: Date.now() });
  }

  #settle(result: FetchResult): void {
    this.#settled = true;
    const ended = result.ok && (result.end === 'complete' || result.end === 'disconnect' || result.end === 'decode');
    if (!ended && !this.#left) this.#controller?.abort(ENDED);
    this.#chunks = [];
    this.#options.settle(result);
  }
}

/** Names and values in order, as received. */
function pairsOf(raw: Dispatcher.DispatchController['rawHeaders']): [string, string][] {
  const pairs: [string, string][] = [];
  if (!Array.isArray(raw)) return pairs;
  for (let index = 0; index + 1 < raw.length; index += 2) pairs.push([latin1(raw[index]), latin1(raw[index + 1])]);
  return pairs;
}

const latin1 = (text: Buffer | string | undefined): string =>
  text === undefined ? '' : typeof text === 'string' ? text : text.toString('latin1');

const joined = (value: string | string[] | undefined): string =>
  value === undefined ? '' : typeof value === 'string' ? value : value.join(',');
