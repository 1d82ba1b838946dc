import { Client } from 'undici';
import { AddressGuard, BLOCKED_ADDRESS, DNS_FAILED } from '#adapters/http/resolver/address-guard.ts';
import type { Resolver } from '#adapters/http/resolver/name-cache.ts';
import { signedHeaders } from '#adapters/http/webhook/standard-webhook.ts';
import { printable } from '#core/model/printable.ts';
import { type OutgoingMessage, SEND_LIMIT_MS, type SendMessage, type SendResult } from '#core/notify/message-sender.ts';

export interface WebhookSenderOptions {
  /** @default DNS, and the system's own look-up behind it */
  readonly resolver?: Resolver;
  /** @default SEND_LIMIT_MS */
  readonly limitMs?: number;
}

const MOST_HEADER_BYTES = 16 * 1024;
/**
 * Most bytes of an answer's body: read and thrown away, so that the target sees its answer taken.
 */
const MOST_ANSWER_BYTES = 64 * 1024;
const USER_AGENT = 'Surf-Webhook';
const MOST_WHY = 200;

/**
 * Sends webhooks to addresses that pass the gate of crawls: a connection for each, to the very
 * address that was checked, closed afterwards. Redirects are answers like others.
 */
export function createWebhookSender(options: WebhookSenderOptions = {}): SendMessage {
  const guards = new Map<boolean, AddressGuard>();
  const guardFor = (allowPrivateNetwork: boolean): AddressGuard => {
    const known = guards.get(allowPrivateNetwork);
    if (known !== undefined) return known;
    const { resolver } = options;
    const guard = new AddressGuard({ allowPrivateNetwork, connectTo: [], ...(resolver !== undefined && { resolver }) });
    guards.set(allowPrivateNetwork, guard);
    return guard;
  };
  const { limitMs = SEND_LIMIT_MS } = options;
  return async (message) => {
    const begun = performance.now();
    const ms = (): number => Math.round(performance.now() - begun);
    try {
      const status = await post(message, { guard: guardFor(message.allowPrivateNetwork), limitMs });
      return { status, why: refusalOf(status), ms: ms() };
    } catch (error) {
      return { status: null, why: whyOf(error, limitMs), ms: ms() };
    }
  };
}

interface PostOptions {
  readonly guard: AddressGuard;
  readonly limitMs: number;
}

/** @returns the status of the answer */
async function post(message: OutgoingMessage, { guard, limitMs }: PostOptions): Promise<number> {
  const { url, id, at, body, secrets } = message;
  const { origin, pathname, search } = new URL(url);
  const client = new Client(origin, {
    maxHeaderSize: MOST_HEADER_BYTES,
    connect: (wanted, callback) => guard.connect(wanted, { timeoutMs: limitMs, http2: false }, callback),
  });
  const signal = AbortSignal.timeout(limitMs);
  try {
    const answer = await client.request({
      method: 'POST',
      path: `${pathname}${search}`,
      body,
      signal,
      headers: {
        'content-type': 'application/json',
        'user-agent': USER_AGENT,
        ...signedHeaders({ id, at, body }, secrets),
      },
    });
    await discard(answer.body);
    return answer.statusCode;
  } finally {
    await client.destroy();
  }
}

/** Only the head counts: a body that breaks off, or never ends, changes nothing. */
async function discard(body: AsyncIterable<Uint8Array>): Promise<void> {
  let bytes = 0;
  try {
    for await (const part of body) {
      bytes += part.length;
      if (bytes >= MOST_ANSWER_BYTES) return;
    }
  } catch {
    // its status is known
  }
}

function refusalOf(status: number): SendResult['why'] {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return `the target answers ${status}, and redirects are not followed`;
  return `the target answers ${status}`;
}

function whyOf(error: unknown, limitMs: number): string {
  const { name, code, message } = error as NodeJS.ErrnoException;
  if (name === 'TimeoutError' || code === 'UND_ERR_CONNECT_TIMEOUT') return `no answer in ${limitMs / 1_000} s`;
  if (code === BLOCKED_ADDRESS) return `${message.slice(0, MOST_WHY)}: Surf sends nothing there`;
  if (code === DNS_FAILED) return message.slice(0, MOST_WHY);
  return printable(`no answer: ${code ?? message}`.slice(0, MOST_WHY));
}
