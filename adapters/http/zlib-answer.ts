/** What the sync functions of node:zlib answer with `info: true`. */
export interface ZlibAnswer {
  readonly buffer: Uint8Array;
  /** `bytesWritten` is how much of the input was used. */
  readonly engine: { readonly bytesWritten: number };
}

/** More members or frames in one body are an attack: each costs a call. */
export const MAX_PARTS = 1_000;

/** The published types know nothing of `info`. */
export const zlibAnswer = (answer: unknown): ZlibAnswer => answer as ZlibAnswer;
