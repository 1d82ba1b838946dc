/** A unit makes durable what it has done when one of these is reached, and at its end. */
export interface ChunkSize {
  readonly outcomes: number;
  /** Since its first line. */
  readonly ageMs: number;
}

/** Bytes in memory, of any chunk. */
export const CHUNK_BYTES = 16 * 1024 * 1024;

/** Where an object costs nothing to write. */
export const CHUNK_SIZE: ChunkSize = { outcomes: 100, ageMs: 60_000 };

/**
 * Where each object is paid for: half as many of them. A worker that dies leaves up to two hundred
 * pages, or those of two minutes, to be requested again (docs/adr/0092).
 */
export const PAID_CHUNK_SIZE: ChunkSize = { outcomes: 200, ageMs: 120_000 };
