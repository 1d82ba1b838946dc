/** An answer of a Lambda function behind API Gateway. */
export interface GatewayAnswer {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>> | undefined;
  readonly multiValueHeaders?: Readonly<Record<string, readonly string[]>> | undefined;
  readonly body: string;
  readonly isBase64Encoded: boolean;
}

/**
 * Above this many characters of base64 an answer stays as it is: as text, its quotes and control
 * characters could make it larger than the 6 MB that Lambda passes on.
 */
const MAX_BASE64 = 900_000;

/** Types whose text is UTF-8 by their definition (RFC 8259 §8.1, RFC 9457 §6). */
const UTF8_TYPE = /^application\/(?:[a-z.-]+\+)?json\b/i;
const UTF8_CHARSET = /;\s*charset="?utf-8\b/i;

/**
 * The answer with its body as text, where it is text in UTF-8. API Gateway takes both; LocalStack's
 * engine does not know the binary type for everything, and hands base64 to the client.
 */
export function asText<Answer extends GatewayAnswer>(answer: Answer): Answer {
  const { body, isBase64Encoded } = answer;
  const type = headerOf(answer, 'content-type');
  if (!isBase64Encoded || body.length > MAX_BASE64 || headerOf(answer, 'content-encoding') !== '') return answer;
  if (!UTF8_TYPE.test(type) && !UTF8_CHARSET.test(type)) return answer;
  const text = utf8Text(Buffer.from(body, 'base64'));
  return text === null ? answer : { ...answer, body: text, isBase64Encoded: false };
}

/** Null for bytes that are no UTF-8: a page may claim a charset that it does not have. */
function utf8Text(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The value of a header; empty: there is none. */
function headerOf({ headers, multiValueHeaders }: GatewayAnswer, name: string): string {
  const found = Object.entries({ ...headers, ...multiValueHeaders }).find(([key]) => key.toLowerCase() === name);
  return found === undefined ? '' : [found[1]].flat().join(', ');
}
