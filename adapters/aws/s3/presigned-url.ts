import { createHash, createHmac } from 'node:crypto';

export interface SigningKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Token of temporary credentials. */
  readonly sessionToken?: string | undefined;
}

export interface PresignedGet {
  /** URL of the object, without a query. */
  readonly url: URL;
  readonly region: string;
  readonly keys: SigningKeys;
  /** Epoch ms. */
  readonly now: number;
  readonly seconds: number;
  /** Answer headers that S3 sends instead of the object's: `response-content-type` and the like. */
  readonly answer?: Readonly<Record<string, string>>;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';

/**
 * A URL that lets anyone who has it read one S3 object for a while, and nothing else (Signature
 * Version 4 in the query).
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
 */
export function presignedGet({ url, region, keys, now, seconds, answer = {} }: PresignedGet): string {
  const stamp = new Date(now).toISOString().replace(/[-:]|\.\d{3}/g, '');
  const scope = `${stamp.slice(0, 8)}/${region}/s3/aws4_request`;
  const token = keys.sessionToken === undefined ? {} : { 'X-Amz-Security-Token': keys.sessionToken };
  const query = canonicalQuery({
    ...answer,
    'X-Amz-Algorithm': ALGORITHM,
    'X-Amz-Credential': `${keys.accessKeyId}/${scope}`,
    'X-Amz-Date': stamp,
    'X-Amz-Expires': String(seconds),
    'X-Amz-SignedHeaders': 'host',
    ...token,
  });
  const request = ['GET', url.pathname, query, `host:${url.host}`, '', 'host', 'UNSIGNED-PAYLOAD'].join('\n');
  const text = [ALGORITHM, stamp, scope, createHash('sha256').update(request).digest('hex')].join('\n');
  const day = hmac(`AWS4${keys.secretAccessKey}`, stamp.slice(0, 8));
  const key = ['s3', 'aws4_request'].reduce(hmac, hmac(day, region));
  return `${url.origin}${url.pathname}?${query}&X-Amz-Signature=${hmac(key, text).toString('hex')}`;
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Sorted by name, and escaped as AWS does: everything but letters, digits and `-._~`. */
const canonicalQuery = (parameters: Readonly<Record<string, string>>): string =>
  Object.entries(parameters)
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .sort()
    .join('&');

const escaped = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
