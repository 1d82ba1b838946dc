import type { ChunkEnd } from '#core/archive/chunk/chunk-lines.ts';

/** Bytes of the objects of a chunk beside its lines: responses, links and records. */
export const partBytes = ({ warc, links, records }: Pick<ChunkEnd, 'warc' | 'links' | 'records'>): number =>
  (warc?.bytes ?? 0) + (links?.bytes ?? 0) + (records?.bytes ?? 0);
