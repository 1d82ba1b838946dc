import type { Archive } from '#core/archive/archive.ts';
import type { Clock } from '#core/model/clock.ts';

/**
 * Milliseconds that calls are taken to last where no AWS answers: usual values inside a region, not
 * promises of AWS (it gives none for these). They decide what waiting costs, which is little;
 * counts of requests and units do not depend on them.
 */
export const SERVICE_MS = {
  /** One DynamoDB request. */
  dynamo: 8,
  /** One BatchWriteItem of 25 rows. */
  dynamoBatch: 20,
  /** PUT of an object, and GET of its first byte. */
  s3Put: 60,
  s3Get: 30,
  /** A Lambda that is warm, and a new sandbox of ours. */
  lambdaWarm: 30,
  lambdaCold: 900,
  /** From one state to the next. */
  transition: 40,
} as const;

/** A port, each of whose methods lasts so long on `clock` before it does its work. */
export function slowed<T extends object>(port: T, clock: Clock, ms: number): T {
  return new Proxy(port, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return async (...args: unknown[]): Promise<unknown> => {
        await clock.sleep(ms);
        return (await Reflect.apply(value, target, args)) as unknown;
      };
    },
  });
}

/** An archive with S3's times. */
export function slowedArchive(archive: Archive, clock: Clock): Archive {
  return {
    async put(key, parts) {
      await clock.sleep(SERVICE_MS.s3Put);
      return archive.put(key, parts);
    },
    async get(key) {
      await clock.sleep(SERVICE_MS.s3Get);
      return archive.get(key);
    },
    async range(key, offset, length) {
      await clock.sleep(SERVICE_MS.s3Get);
      return archive.range(key, offset, length);
    },
    async *list(prefix) {
      await clock.sleep(SERVICE_MS.s3Get);
      yield* archive.list(prefix);
    },
    async delete(keys) {
      await clock.sleep(SERVICE_MS.s3Put);
      return archive.delete(keys);
    },
  };
}
