import { createHmac } from 'node:crypto';

/** The values that a signature covers. */
export interface SignedContent {
  readonly id: string;
  /** Epoch ms; the header has seconds. */
  readonly at: number;
  readonly body: string;
}

const PREFIX = 'whsec_';

/**
 * Headers of a webhook by the specification Standard Webhooks: id, timestamp, and for each secret a
 * signature, HMAC-SHA256 of `id.timestamp.body`.
 * @param secrets `whsec_` and the key in base64
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function signedHeaders({ id, at, body }: SignedContent, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(at / 1_000));
  const signatures = secrets.map((secret) => `v1,${hmac(secret, `${id}.${timestamp}.${body}`)}`);
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

const hmac = (secret: string, content: string): string =>
  createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .update(content, 'utf8')
    .digest('base64');
