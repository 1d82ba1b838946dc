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
  };
}

export interface ZlibAnswer {
  readonly buffer: Uint8Array;
  /** `bytesWritten` is how much of the input was used. */
  readonly engine: { readonly bytesWritten: number };
}

/**
 * Steps that need zlib: yields calls, is sent their answers, or has their errors thrown into it.
 */
export type ZlibSteps<T> = Generator<ZlibCall, T, ZlibAnswer>;

/** Runs the steps here and now. @throws what they do not catch */
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
 * what they do not catch.
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

function callAside({ how, data, options }: ZlibCall): Promise<ZlibAnswer> {
  return new Promise((resolve, reject) => {
    ASIDE[how](data, { ...options, info: true }, (error, answer) => {
      if (error === null) resolve(answerOf(answer));
      else reject(error);
    });
  });
}
