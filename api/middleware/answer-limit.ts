import type { MiddlewareHandler } from 'hono';
import type { ApiEnv, ApiPorts } from '#api/http/api-ports.ts';
import { SurfError } from '#core/error.ts';

/**
 * Buffers a whole answer before its first byte is sent, where answers must be small (a function
 * answers 6 MB at most, and encodes bytes). An answer that is too large, or would break off,
 * becomes a problem instead.
 */
export const answerLimit =
  ({ downloads }: Pick<ApiPorts, 'downloads'>): MiddlewareHandler<ApiEnv> =>
  async (c, next) => {
    await next();
    const mostBytes = downloads.mostAnswerBytes;
    if (mostBytes === null) return; // reading the body would end the streaming
    const { body } = c.res;
    if (body === null) return;
    const parts: Uint8Array[] = [];
    let bytes = 0;
    for await (const part of body) {
      parts.push(part);
      bytes += part.length;
      if (bytes > mostBytes) throw tooLarge(mostBytes); // leaving the loop ends the production of the rest
    }
    c.res = new Response(Buffer.concat(parts, bytes), c.res);
  };

const tooLarge = (mostBytes: number): SurfError =>
  new SurfError(
    'ANSWER_TOO_LARGE',
    `the answer has more than the ${mostBytes} bytes that a deployment answers at once`,
    {
      remedy:
        'ask for fewer items with `limit` and continue with `next`; GET /v1/executions/{id}/downloads has whole files',
    },
  );
