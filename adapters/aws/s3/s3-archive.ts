import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { AwsCalls } from '#adapters/aws/calls/aws-calls.ts';
import { putInParts } from '#adapters/aws/s3/s3-multipart.ts';
import type { Archive, ArchiveObject } from '#core/archive/archive.ts';
import { checkedObjectKey, checkedPrefix } from '#core/archive/object-key.ts';
import { codeOf, SurfError } from '#core/error.ts';

export interface S3ArchiveParts {
  readonly client: S3Client;
  readonly calls: AwsCalls;
  readonly bucket: string;
  readonly transferTimeoutMs: number;
  /**
   * Larger objects are sent in parts of 16 MiB, each of which can be repeated on its own. @default
   * 64 MiB
   * @default 64 MiB
   */
  readonly largeBytes?: number;
}

const LARGE_BYTES = 64 * 1024 * 1024;
const KEYS_PER_DELETE = 1_000;
/**
 * Metadata that names the writer of an object: a put whose answer was lost sees that it succeeded.
 */
const WRITER = 'writer';

/**
 * Objects in one bucket. A put is one conditional request (If-None-Match), so S3 itself decides
 * between rivals.
 */
export class S3Archive implements Archive {
  readonly #client: S3Client;
  readonly #calls: AwsCalls;
  readonly #bucket: string;
  readonly #timeout: { readonly requestTimeout: number };
  readonly #largeBytes: number;

  constructor({ client, calls, bucket, transferTimeoutMs, largeBytes = LARGE_BYTES }: S3ArchiveParts) {
    this.#client = client;
    this.#calls = calls;
    this.#bucket = bucket;
    this.#timeout = { requestTimeout: transferTimeoutMs };
    this.#largeBytes = largeBytes;
  }

  async put(key: string, parts: readonly Uint8Array[]): Promise<'created' | 'exists'> {
    const place = { Bucket: this.#bucket, Key: checkedObjectKey(key) };
    const writer = this.#calls.name();
    const bytes = parts.reduce((sum, part) => sum + part.byteLength, 0);
    try {
      if (bytes > this.#largeBytes) {
        const upload = { client: this.#client, calls: this.#calls, place, timeout: this.#timeout };
        await putInParts({ ...upload, metadata: { [WRITER]: writer } }, parts);
      } else await this.#putWhole(place, Buffer.concat(parts, bytes), writer);
      return 'created';
    } catch (error) {
      if (!isTaken(error)) throw error;
      return (await this.#writerOf(key)) === writer ? 'created' : 'exists';
    }
  }

  async get(key: string): Promise<Uint8Array> {
    return this.#read(checkedObjectKey(key));
  }

  async range(key: string, offset: number, length: number): Promise<Uint8Array> {
    const checked = checkedObjectKey(key);
    if (length <= 0) {
      await this.#head(checked); // S3 has no empty ranges
      return new Uint8Array(0);
    }
    try {
      return await this.#read(checked, `bytes=${offset}-${offset + length - 1}`);
    } catch (error) {
      if (isNamed(error, 'InvalidRange')) return new Uint8Array(0); // behind the end
      throw error;
    }
  }

  async *list(prefix: string): AsyncIterable<ArchiveObject> {
    const Prefix = checkedPrefix(prefix);
    let from: string | undefined;
    do {
      const command = { Bucket: this.#bucket, Prefix, ...(from !== undefined && { ContinuationToken: from }) };
      const page = await this.#calls.send({
        operation: 'ListObjectsV2',
        target: this.#bucket,
        attempt: () => this.#client.send(new ListObjectsV2Command(command)),
        use: { puts: 1 },
      });
      for (const { Key, Size } of page.Contents ?? []) if (Key !== undefined) yield { key: Key, bytes: Size ?? 0 };
      from = page.IsTruncated === true ? page.NextContinuationToken : undefined;
    } while (from !== undefined);
  }

  async delete(keys: readonly string[]): Promise<void> {
    const checked = keys.map(checkedObjectKey);
    for (let start = 0; start < checked.length; start += KEYS_PER_DELETE) {
      await this.#calls.send({
        operation: 'DeleteObjects',
        target: this.#bucket,
        attempt: () => this.#deleteSome(checked.slice(start, start + KEYS_PER_DELETE)),
        use: {},
      });
    }
  }

  async #putWhole(place: { Bucket: string; Key: string }, body: Uint8Array, writer: string): Promise<void> {
    const input = { ...place, Body: body, IfNoneMatch: '*', Metadata: { [WRITER]: writer } };
    await this.#calls.send({
      operation: 'PutObject',
      target: this.#bucket,
      attempt: () => this.#client.send(new PutObjectCommand(input), this.#timeout),
      use: { puts: 1, bytesSent: body.byteLength },
    });
  }

  /** Reads the body within the attempt, so that a body that breaks off is read again. */
  async #read(key: string, range?: string): Promise<Uint8Array> {
    const input = { Bucket: this.#bucket, Key: key, ...(range !== undefined && { Range: range }) };
    return this.#ofObject(key, () =>
      this.#calls.send({
        operation: 'GetObject',
        target: this.#bucket,
        attempt: async () => {
          const { Body, ContentLength } = await this.#client.send(new GetObjectCommand(input));
          const bytes = (await Body?.transformToByteArray()) ?? new Uint8Array(0);
          if (ContentLength !== undefined && ContentLength !== bytes.byteLength) throw cutOff(key);
          return bytes;
        },
        used: (bytes) => ({ gets: 1, bytesReceived: bytes.byteLength }),
        failed: () => ({ gets: 1 }),
      }),
    );
  }

  #head(key: string) {
    return this.#ofObject(key, () =>
      this.#calls.send({
        operation: 'HeadObject',
        target: this.#bucket,
        attempt: () => this.#client.send(new HeadObjectCommand({ Bucket: this.#bucket, Key: key })),
        used: () => ({ gets: 1 }),
        failed: () => ({ gets: 1 }),
      }),
    );
  }

  async #writerOf(key: string): Promise<string | undefined> {
    try {
      return (await this.#head(key)).Metadata?.[WRITER];
    } catch (error) {
      if (codeOf(error) === 'OBJECT_NOT_FOUND') return undefined; // deleted since
      throw error;
    }
  }

  async #ofObject<T>(key: string, call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      if (!isNamed(error, 'NoSuchKey') && !isNamed(error, 'NotFound')) throw error;
      throw new SurfError('OBJECT_NOT_FOUND', `there is no object ${key}`, {
        remedy: 'Surf never wrote it, or somebody deleted it; surf verify lists the missing objects',
        cause: error,
      });
    }
  }

  async #deleteSome(keys: readonly string[]): Promise<void> {
    const Objects = keys.map((Key) => ({ Key }));
    const { Errors = [] } = await this.#client.send(
      new DeleteObjectsCommand({ Bucket: this.#bucket, Delete: { Objects, Quiet: true } }),
    );
    const [first] = Errors;
    if (first === undefined) return;
    // The answer is 200 though some were not deleted: all are deleted again, which does no harm.
    throw Object.assign(new Error(`${first.Key}: ${first.Message}`), { name: first.Code ?? 'InternalError' });
  }
}

const isNamed = (error: unknown, name: string): boolean => error instanceof Error && error.name === name;

const isTaken = (error: unknown): boolean => isNamed(error, 'PreconditionFailed');

const cutOff = (key: string): Error =>
  Object.assign(new Error(`the answer for ${key} broke off`), { name: 'RequestTimeout' });
