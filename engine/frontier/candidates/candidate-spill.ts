import type { Archive } from '#core/archive/archive.ts';
import {
  CandidateEncoder,
  cashAt,
  compareKeysAt,
  decodeCandidate,
  isMovedAt,
  isRefusedLink,
} from '#core/archive/chunk/candidate-record.ts';
import type { Candidate } from '#core/archive/chunk/chunk-lines.ts';
import type { RecordBytes } from '#core/archive/warc/record-blocks.ts';
import type { FileRef } from '#core/frontier/frontier.ts';
import { RecordArena } from '#engine/external-sort/record-arena.ts';
import { RecordFile } from '#engine/external-sort/record-file.ts';
import { byUrlKey, recordOf } from '#engine/frontier/candidates/candidate-file.ts';

/** Most bytes of records kept in memory. */
const MEMORY_BYTES = 4 * 1024 * 1024;

/**
 * Orders two candidates for the same key, the better one first: a link that is followed before a
 * nofollow or off-topic one (which is decided again when another link reaches it otherwise), then
 * the lowest level, discoverer's rank, position on the page, discoverer's key.
 */
export function compareCandidates(a: Candidate, b: Candidate): number {
  return (
    Number(isRefusedLink(a)) - Number(isRefusedLink(b)) ||
    a.level - b.level ||
    a.rank - b.rank ||
    a.position - b.position ||
    // A redirect and its target have one rank, and both may find what robots.txt names.
    (a.by === b.by ? 0 : a.by < b.by ? -1 : 1)
  );
}

/** Collects a wave's candidates, the best of each key, and spills them into files sorted by key. */
export class CandidateSpill {
  readonly #archive: Archive;
  readonly #newName: () => string;
  readonly #runs: FileRef[] = [];
  readonly #memory: number;
  readonly #records = new RecordArena();
  readonly #encoder = new CandidateEncoder();
  /** The run that is being written, while records of the next one are collected. */
  #writing: Promise<unknown> = Promise.resolve();

  constructor(archive: Archive, newName: () => string, memory = MEMORY_BYTES) {
    this.#archive = archive;
    this.#newName = newName;
    this.#memory = memory;
  }

  /** Await the result if it is a promise. */
  add(candidate: Candidate): Promise<void> | undefined {
    return this.addRecord(recordOf(this.#encoder, candidate));
  }

  /** Copies a record in. Await the result if it is a promise. */
  addRecord(record: RecordBytes): Promise<void> | undefined {
    this.#records.add(record, byUrlKey(record));
    return this.#records.bytes >= this.#memory ? this.#write() : undefined;
  }

  async finish(): Promise<FileRef[]> {
    await this.#write();
    await this.#writing;
    this.#records.release();
    return this.#runs;
  }

  async #write(): Promise<void> {
    if (this.#records.count === 0) return;
    await this.#writing;
    const file = new RecordFile();
    for (const record of bestOf(this.#records, this.#encoder)) file.add(record);
    this.#records.empty();
    const object = this.#newName();
    this.#writing = file.write(this.#archive, object);
    this.#writing.catch(() => undefined); // the next write, or `finish`, throws it
    this.#runs.push({ object, count: file.count });
  }
}

/**
 * Best record of each key, in key order, with the cash of all; all records of pages that a redirect
 * led to, as their rank may still change.
 */
function* bestOf(records: RecordArena, encoder: CandidateEncoder): Generator<RecordBytes> {
  let best: RecordBytes | undefined;
  let cash = 0;
  for (const i of records.order()) {
    const record = records.record(i);
    const own = cashAt(record.bytes, record.at);
    if (best === undefined || !isSameKey(best, record) || isMoved(best) || isMoved(record)) {
      if (best !== undefined) yield withCash(best, cash, encoder);
      best = record;
      cash = own;
      continue;
    }
    if (compareCandidates(linkOf(record), linkOf(best)) < 0) best = record;
    cash += own;
  }
  if (best !== undefined) yield withCash(best, cash, encoder);
}

const withCash = (record: RecordBytes, cash: number, encoder: CandidateEncoder): RecordBytes =>
  cash === cashAt(record.bytes, record.at) ? record : recordOf(encoder, { ...linkOf(record), cash });

const isMoved = ({ bytes, at }: RecordBytes): boolean => isMovedAt(bytes, at);

const isSameKey = (x: RecordBytes, y: RecordBytes): boolean => compareKeysAt(x.bytes, x.at, y.bytes, y.at) === 0;

const linkOf = ({ bytes, at }: RecordBytes): Candidate => decodeCandidate(bytes, at);
