import type { Context, MiddlewareHandler } from 'hono';
import type { AnswerElsewhere, ApiEnv } from '#api/http/api-ports.ts';
import { SurfError } from '#core/error.ts';
import { MAX_DOCUMENT_BYTES } from '#core/workflow/workflow.ts';

/** Largest body: a workflow and a little more. */
export const MOST_BODY_BYTES = MAX_DOCUMENT_BYTES + 4_096;

/** Bytes of all bodies in reception. */
const MOST_RECEIVED_BYTES = 32 * 1024 * 1024;

/**
 * Forwards every request that needs a caller. Receives its body first, before it takes a place, so
 * that a slow sender holds none.
 * @throws SurfError REQUEST_TOO_LARGE, SERVER_BUSY
 */
export function elsewhere(answer: AnswerElsewhere, mostBytes: number): MiddlewareHandler<ApiEnv> {
  const received = { bytes: 0 };
  return async (c) => {
    const body = await bodyOf(c, received, mostBytes);
    try {
      return await answer(c.req.raw, { caller: c.get('caller'), path: c.req.path, body });
    } finally {
      received.bytes -= body?.length ?? 0;
    }
  };
}

async function bodyOf(
  c: Context<ApiEnv>,
  received: { bytes: number },
  mostBytes: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const { method, body } = c.req.raw;
  if (method === 'GET' || method === 'HEAD' || body === null) return null;
  const parts: Uint8Array[] = [];
  let bytes = 0;
  let isWhole = false;
  try {
    for await (const part of body as ReadableStream<Uint8Array>) {
      parts.push(part);
      bytes += part.length;
      received.bytes += part.length;
      if (bytes <= mostBytes && received.bytes <= MOST_RECEIVED_BYTES) continue;
      c.header('Connection', 'close'); // the rest is not read
      throw bytes > mostBytes ? tooLarge(mostBytes) : tooMuch();
    }
    isWhole = true;
  } finally {
    if (!isWhole) received.bytes -= bytes;
  }
  if (bytes === 0) return null;
  const whole = new Uint8Array(bytes);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The problem of a body that is too large. */
export const tooLarge = (mostBytes: number): SurfError =>
  new SurfError('REQUEST_TOO_LARGE', `the request's body has more than ${mostBytes} bytes`, {
    remedy: 'split the crawl into several workflows',
  });

const tooMuch = (): SurfError =>
  new SurfError('SERVER_BUSY', 'the server has no room for the request: too many bodies are being received', {
    remedy: 'try again after the seconds of Retry-After',
    retryable: true,
  });
