/** A unit makes its work durable when it reaches one of these, and at its end. */
export interface ChunkSize {
  readonly outcomes: number;
  /** Time since the chunk's first line. */
  readonly ageMs: number;
}

/** Bytes in memory, of any chunk. */
export const CHUNK_BYTES = 16 * 1024 * 1024;

/** Chunk size where an object costs nothing to write. */
export const CHUNK_SIZE: ChunkSize = { outcomes: 100, ageMs: 60_000 };

/**
 * Chunk size where each object is paid for: half as many objects. A worker that dies leaves up to
 * two hundred pages, or those of two minutes, to be requested again (docs/adr/0092).
 */
export const PAID_CHUNK_SIZE: ChunkSize = { outcomes: 200, ageMs: 120_000 };
