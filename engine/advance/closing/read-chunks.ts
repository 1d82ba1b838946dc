import type { Archive } from '#core/archive/archive.ts';
import { CandidateEncoder, recordBytes } from '#core/archive/chunk/candidate-record.ts';
import {
  CHUNK_VERSION,
  type ChunkEnd,
  type ChunkHead,
  type ChunkLine,
  type HostReport,
  type OutcomeLine,
} from '#core/archive/chunk/chunk-lines.ts';
import { chunkMembers } from '#core/archive/chunk/chunk-members.ts';
import { partBytes } from '#core/archive/chunk/part-bytes.ts';
import { recordDigestsOf, withRecord } from '#core/archive/chunk/record-digests.ts';
import type { ManifestChunk } from '#core/archive/manifest.ts';
import { CHUNK_SUFFIX, chunksPrefix } from '#core/archive/object-keys.ts';
import type { RecordBytes } from '#core/archive/warc/record-blocks.ts';
import { sha256Hex } from '#core/bytes/digest.ts';
import { addUsage, NO_USAGE, type Usage } from '#core/cost/usage.ts';
import { SurfError } from '#core/error.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { joinMatches, type MatchedPatterns, NO_MATCHES } from '#core/scope/filter/matched-patterns.ts';
import type { RecordFault } from '#core/selection/records/record-faults.ts';
import { recordOf } from '#engine/frontier/candidates/candidate-file.ts';
import { rawLines } from '#engine/frontier/lines/line-files.ts';

/** A unit's chunks as they were found when its wave closed. */
export interface UnitChunks {
  reported: boolean;
  readonly hosts: HostReport[];
}

export interface WaveChunks {
  readonly chunks: ManifestChunk[];
  readonly units: Map<number, UnitChunks>;
  usage: Usage;
  /** Bytes of all objects of its chunks. */
  storedBytes: number;
  /** Patterns of the workflow that matched a URL in any of its units. */
  matched: MatchedPatterns;
}

/** Location of an outcome, and the faults of its page's record. */
export interface OutcomePlace {
  readonly unit: number;
  readonly chunk: string;
  readonly faults: readonly RecordFault[] | undefined;
}

export interface ReadChunksOptions {
  readonly execution: ExecutionId;
  readonly wave: number;
  /** Gets every outcome, in (unit, chunk, line) order, with the base name of its chunk. */
  readonly outcome: (line: OutcomeLine, of: OutcomePlace) => void;
  /** Gets every candidate where it lies, in (unit, chunk, line) order. */
  readonly candidate: (record: RecordBytes) => Promise<void> | undefined;
}

/**
 * Reads the chunks of a wave in their order.
 * @param files `chunkFiles` of the wave
 * @throws SurfError OBJECT_CORRUPT, naming the object, for one that is damaged, of an unknown
 * format or not of this wave
 */
export async function readChunks(files: AsyncIterable<ChunkFile>, options: ReadChunksOptions): Promise<WaveChunks> {
  const wave: WaveChunks = { chunks: [], units: new Map(), usage: NO_USAGE, storedBytes: 0, matched: NO_MATCHES };
  for await (const file of files) await readChunk(file, { options, wave });
  return wave;
}

/** An object with a chunk's lines. */
export interface ChunkFile {
  readonly object: string;
  readonly bytes: Uint8Array;
}

/** Chunks that are read, or wait to be worked on, and their bytes together; one is always. */
const READS_AHEAD = 32;
const MOST_BYTES_AHEAD = 16 * 1024 * 1024;

/**
 * The chunks of a wave that exist now, in (unit, chunk) order: byte order of their keys. The first
 * are requested at once, others while the caller works on those before: a read takes longer than
 * the work.
 */
export function chunkFiles(archive: Archive, execution: ExecutionId, wave: number): AsyncIterable<ChunkFile> {
  const files = filesAhead(archive, chunksPrefix(execution, wave));
  const first = files.next();
  first.catch(() => undefined); // the reader that waits for it throws it
  return (async function* () {
    const { done, value } = await first;
    if (done === true) return;
    yield value;
    yield* files;
  })();
}

async function* filesAhead(archive: Archive, prefix: string): AsyncGenerator<ChunkFile, void> {
  const ahead: { readonly size: number; readonly file: Promise<ChunkFile> }[] = [];
  const read = async (object: string): Promise<ChunkFile> => ({ object, bytes: await archive.get(object) });
  let held = 0;
  for await (const { key, bytes: size } of archive.list(prefix)) {
    if (!key.endsWith(CHUNK_SUFFIX.lines)) continue;
    while (ahead.length >= READS_AHEAD || (ahead.length > 0 && held + size > MOST_BYTES_AHEAD)) {
      const first = ahead.shift();
      held -= first?.size ?? 0;
      if (first !== undefined) yield await first.file;
    }
    const file = read(key);
    file.catch(() => undefined); // the reader that waits for it throws it
    ahead.push({ size, file });
    held += size;
  }
  for (const { file } of ahead) yield await file;
}

async function readChunk(
  { object, bytes }: ChunkFile,
  { options, wave }: { options: ReadChunksOptions; wave: WaveChunks },
): Promise<void> {
  const base = object.slice(0, -CHUNK_SUFFIX.lines.length);
  let head: ChunkHead | undefined;
  let end: ChunkEnd | undefined;
  let candidates = 0;
  const outcomes: OutcomeLine[] = [];
  for (const found of foundIn(bytes, object)) {
    if ('at' in found) {
      candidates += 1;
      const written = options.candidate(found);
      if (written !== undefined) await written;
    } else if (found.kind === 'outcome') outcomes.push(found);
    else if (found.kind === 'chunk') head = found;
    else if (found.kind === 'end') end = found;
    else throw damaged(object);
  }
  if (head === undefined || head.v > CHUNK_VERSION || head.v < 1) throw damaged(object);
  if (head.execution !== options.execution || head.wave !== options.wave) throw damaged(object);
  if (end?.outcomes !== outcomes.length || end.candidates !== candidates) throw damaged(object);
  wave.chunks.push({
    unit: head.unit,
    n: head.n,
    base,
    bytes: bytes.length,
    sha256: sha256Hex(bytes),
    outcomes: end.outcomes,
    candidates: end.candidates,
  });
  wave.usage = addUsage(wave.usage, end.usage);
  wave.storedBytes += bytes.length + partBytes(end);
  const unit = wave.units.get(head.unit) ?? { reported: false, hosts: [] };
  wave.units.set(head.unit, unit);
  const faults = new Map((end.recordFaults ?? []).map((page) => [page.key, page.faults]));
  const records = recordDigestsOf(end);
  for (const line of outcomes) {
    const of = { unit: head.unit, chunk: base, faults: faults.get(line.key) };
    options.outcome(withRecord(line, records), of);
  }
  if (end.matched !== undefined) wave.matched = joinMatches(wave.matched, end.matched);
  unit.hosts.push(...(end.hosts ?? []));
  unit.reported ||= head.final;
}

/** How a line of the WARC index begins, which `advance` does not read. */
const INDEX_LINE = Buffer.from('{"kind":"cdxj"');

/**
 * The lines of a chunk that `advance` reads, and its candidates: of either version, as link
 * records.
 */
function* foundIn(bytes: Uint8Array, object: string): Generator<ChunkLine | RecordBytes> {
  const encoder = new CandidateEncoder();
  try {
    for (const { holds, data } of chunkMembers(bytes)) {
      if (holds === 'records') yield* recordsIn(data);
      else
        for (const text of rawLines(data, INDEX_LINE)) {
          const line = JSON.parse(text) as ChunkLine;
          yield line.kind === 'candidate' ? recordOf(encoder, line) : line;
        }
    }
  } catch (cause) {
    throw damaged(object, cause);
  }
}

function* recordsIn(data: Buffer): Generator<RecordBytes> {
  for (let at = 0; at < data.length; ) {
    const end = at + recordBytes(data, at);
    yield { bytes: data, at, end };
    at = end;
  }
}

const damaged = (object: string, cause?: unknown): SurfError =>
  new SurfError('OBJECT_CORRUPT', `chunk lines are damaged or of an unknown format: ${object}`, {
    remedy: 'the object was changed after it was written: restore it from a copy',
    cause,
  });
