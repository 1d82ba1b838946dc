/** An answer of a Lambda function behind API Gateway. */
export interface GatewayAnswer {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>> | undefined;
  readonly multiValueHeaders?: Readonly<Record<string, readonly string[]>> | undefined;
  readonly body: string;
  readonly isBase64Encoded: boolean;
}

/**
 * Longest base64 body that is converted, in characters. As text, the quotes and control characters
 * of a longer one could push the answer over the 6 MB that Lambda passes on.
 */
const MAX_BASE64 = 900_000;

/** Types whose text is UTF-8 by their definition (RFC 8259 §8.1, RFC 9457 §6). */
const UTF8_TYPE = /^application\/(?:[a-z.-]+\+)?json\b/i;
const UTF8_CHARSET = /;\s*charset="?utf-8\b/i;

/**
 * The answer with its body as text, if it is UTF-8 text. API Gateway takes both; LocalStack's
 * engine ignores the binary type in places, and hands base64 to the client (ADR 113).
 */
export function asText<Answer extends GatewayAnswer>(answer: Answer): Answer {
  const { body, isBase64Encoded } = answer;
  const type = headerOf(answer, 'content-type');
  if (!isBase64Encoded || body.length > MAX_BASE64 || headerOf(answer, 'content-encoding') !== '') return answer;
  if (!UTF8_TYPE.test(type) && !UTF8_CHARSET.test(type)) return answer;
  const text = utf8Text(Buffer.from(body, 'base64'));
  return text === null ? answer : { ...answer, body: text, isBase64Encoded: false };
}

/** The decoded text, or null for bytes that are not UTF-8: a page may claim a wrong charset. */
function utf8Text(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The value of a header; empty if it is absent. */
function headerOf({ headers, multiValueHeaders }: GatewayAnswer, name: string): string {
  const found = Object.entries({ ...headers, ...multiValueHeaders }).find(([key]) => key.toLowerCase() === name);
  return found === undefined ? '' : [found[1]].flat().join(', ');
}
