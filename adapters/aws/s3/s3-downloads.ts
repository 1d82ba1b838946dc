import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { presignedGet } from '#adapters/aws/s3/presigned-url.ts';
import type { DownloadLink, DownloadName, Downloads } from '#core/archive/downloads.ts';
import { checkedObjectKey } from '#core/archive/object-key.ts';
import type { Clock } from '#core/model/clock.ts';

/** Time to begin a download. */
const LINK_SECONDS = 15 * 60;
/** A function's answer may have 6 MB, of which a binary one is a third longer than its bytes. */
const MOST_ANSWER_BYTES = 4 * 1024 * 1024;

export interface S3DownloadsParts {
  readonly client: S3Client;
  readonly bucket: string;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * Links that S3 answers itself, signed with the function's own right to read. Costs no call: the
 * link is made here.
 */
export class S3Downloads implements Downloads {
  readonly mostAnswerBytes = MOST_ANSWER_BYTES;
  readonly #parts: S3DownloadsParts;

  constructor(parts: S3DownloadsParts) {
    this.#parts = parts;
  }

  async link(object: string, { fileName, mediaType }: DownloadName): Promise<DownloadLink> {
    const { client, bucket, clock } = this.#parts;
    const now = clock.now();
    const region = await client.config.region();
    const keys = await client.config.credentials();
    const answer = {
      'response-content-type': mediaType,
      'response-content-disposition': `attachment; filename="${fileName.replace(/[^\w.~-]/g, '_')}"`,
    };
    const url = await this.#addressOf(checkedObjectKey(object), bucket);
    const until = keys.expiration?.getTime() ?? Number.POSITIVE_INFINITY;
    const expiresAt = Math.min(now + LINK_SECONDS * 1_000, until);
    const seconds = Math.max(1, Math.floor((expiresAt - now) / 1_000));
    return { url: presignedGet({ url, region, keys, now, seconds, answer }), expiresAt };
  }

  /** The address that the client would use: only the SDK knows the forms of S3's addresses. */
  async #addressOf(Key: string, Bucket: string): Promise<URL> {
    const { client } = this.#parts;
    let found: URL | null = null;
    const command = new GetObjectCommand({ Bucket, Key });
    command.middlewareStack.add(
      () => async (args) => {
        const { protocol, hostname, port, path } = args.request as Asked;
        found = new URL(`${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}`);
        return { output: { $metadata: {} }, response: {} };
      },
      { step: 'build', name: 'addressOnly' },
    );
    await client.send(command);
    if (found === null) throw new Error('the client named no address');
    return found;
  }
}

interface Asked {
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
  readonly path: string;
}
