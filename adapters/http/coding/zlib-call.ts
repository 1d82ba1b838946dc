import type { Transform } from 'node:stream';
import * as zlib from 'node:zlib';

/** One use of zlib. */
export interface ZlibCall {
  readonly how: 'gunzip' | 'inflate' | 'inflateRaw' | 'brotliDecompress' | 'zstdDecompress';
  readonly data: Uint8Array;
  readonly options: {
    readonly maxOutputLength: number;
    readonly chunkSize?: number;
    readonly finishFlush?: number;
    readonly params?: Readonly<Record<number, number>>;
    /**
     * Returns the first `maxOutputLength` bytes of a longer output, where the call would fail
     * otherwise. Only in the thread pool.
     */
    readonly cut?: boolean;
  };
}

export interface ZlibAnswer {
  readonly buffer: Uint8Array;
  /** `bytesWritten`: the number of input bytes used. */
  readonly engine: { readonly bytesWritten: number };
}

/**
 * Steps that need zlib: yields calls, is sent their answers, or has their errors thrown into it.
 */
export type ZlibSteps<T> = Generator<ZlibCall, T, ZlibAnswer>;

/** Runs the steps here and now. @throws any error that they do not catch */
export function runSteps<T>(steps: ZlibSteps<T>): T {
  let step = steps.next();
  while (step.done !== true) {
    let answer: ZlibAnswer;
    try {
      answer = callSync(step.value);
    } catch (error) {
      step = steps.throw(error);
      continue;
    }
    step = steps.next(answer);
  }
  return step.value;
}

/**
 * Runs the steps in the runtime's thread pool: other connections continue meanwhile. Rejects with
 * any error that they do not catch.
 */
export async function runStepsAside<T>(steps: ZlibSteps<T>): Promise<T> {
  let step = steps.next();
  while (step.done !== true) {
    let answer: ZlibAnswer;
    try {
      answer = await callAside(step.value);
    } catch (error) {
      step = steps.throw(error);
      continue;
    }
    step = steps.next(answer);
  }
  return step.value;
}

const SYNC = {
  gunzip: zlib.gunzipSync,
  inflate: zlib.inflateSync,
  inflateRaw: zlib.inflateRawSync,
  brotliDecompress: zlib.brotliDecompressSync,
  zstdDecompress: zlib.zstdDecompressSync,
} as const;

const ASIDE: Readonly<Record<ZlibCall['how'], Aside>> = {
  gunzip: zlib.gunzip,
  inflate: zlib.inflate,
  inflateRaw: zlib.inflateRaw,
  brotliDecompress: zlib.brotliDecompress,
  zstdDecompress: zlib.zstdDecompress,
};
type Aside = (data: Uint8Array, options: object, done: (error: Error | null, answer: unknown) => void) => void;

/** The published types know nothing of `info`, with which the answer is what it is here. */
const answerOf = (answer: unknown): ZlibAnswer => answer as ZlibAnswer;

function callSync({ how, data, options }: ZlibCall): ZlibAnswer {
  return answerOf(SYNC[how](data, { ...options, info: true } as object));
}

const STREAMS: Readonly<Record<ZlibCall['how'], (options: object) => Decoder>> = {
  gunzip: zlib.createGunzip,
  inflate: zlib.createInflate,
  inflateRaw: zlib.createInflateRaw,
  brotliDecompress: zlib.createBrotliDecompress,
  zstdDecompress: zlib.createZstdDecompress,
};
type Decoder = Transform & { readonly bytesWritten: number };

/** The first bytes of the output; of the rest one part at most is decoded. */
function firstBytes({ how, data, options }: ZlibCall): Promise<ZlibAnswer> {
  const engine = STREAMS[how](options);
  const parts: Uint8Array[] = [];
  let length = 0;
  return new Promise((resolve, reject) => {
    const finish = (): void => {
      const { bytesWritten } = engine;
      engine.destroy();
      const buffer = Buffer.concat(parts, Math.min(length, options.maxOutputLength));
      resolve({ buffer, engine: { bytesWritten } });
    };
    engine.on('data', (part: Uint8Array) => {
      if (length >= options.maxOutputLength) return;
      parts.push(part);
      length += part.length;
      if (length >= options.maxOutputLength) finish();
    });
    engine.on('end', finish);
    engine.on('error', reject);
    engine.end(data);
  });
}

function callAside(call: ZlibCall): Promise<ZlibAnswer> {
  const { how, data, options } = call;
  if (options.cut === true) return firstBytes(call);
  return new Promise((resolve, reject) => {
    ASIDE[how](data, { ...options, info: true }, (error, answer) => {
      if (error === null) resolve(answerOf(answer));
      else reject(error);
    });
  });
}
