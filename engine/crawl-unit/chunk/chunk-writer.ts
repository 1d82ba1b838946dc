import type { Archive } from '#core/archive/archive.ts';
import {
  type CdxjLine,
  CHUNK_VERSION,
  type ChunkEnd,
  type ChunkHead,
  type HostReport,
  LINES_LEVEL,
  type LinkLine,
  type OutcomeLine,
} from '#core/archive/chunk/chunk-lines.ts';
import { CHUNK_BYTES, type ChunkSize } from '#core/archive/chunk/chunk-size.ts';
import { redactSecrets } from '#core/archive/chunk/redact-secrets.ts';
import type { DoneTasks } from '#core/archive/done-tasks.ts';
import { CHUNK_SUFFIX, chunkBase } from '#core/archive/object-keys.ts';
import type { UnitTicket } from '#core/archive/plan.ts';
import { cdxjLine, REVISIT_TYPE } from '#core/archive/warc/cdxj.ts';
import { type RevisitedRecord, WarcChunk, type WarcPlace } from '#core/archive/warc/warc-records.ts';
import { type BlockPool, BlockWriter } from '#core/bytes/block-writer.ts';
import { sha256HexOf } from '#core/bytes/digest.ts';
import { deflatedMember } from '#core/bytes/gzip.ts';
import { appendLine, encodeGzipLines, encodeLines } from '#core/bytes/json-lines.ts';
import { addUsage, NO_USAGE, type Usage } from '#core/cost/usage.ts';
import { SurfError } from '#core/error.ts';
import type { FetchAnswer } from '#core/fetch/fetcher.ts';
import { headerOf } from '#core/fetch/headers/response-headers.ts';
import type { Clock, RandomId } from '#core/model/clock.ts';
import { hasMatches, type MatchedPatterns } from '#core/scope/filter/matched-patterns.ts';
import type { RecordDigest } from '#core/selection/records/record-digest.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import type { PendingRecord } from '#engine/crawl-unit/chunk/record-writer.ts';
import { writtenRecords } from '#engine/crawl-unit/chunk/written-records.ts';
import type { CandidateMembers } from '#engine/crawl-unit/links/candidate-members.ts';
import type { RetryingCalls } from '#engine/crawl-unit/unit/retrying-calls.ts';
import type { UnitCancellation } from '#engine/crawl-unit/unit/unit-cancellation.ts';

/** Bytes of a link's line besides its texts. */
const LINK_BYTES = 60;
/** Chunks being written at once; a page that would begin a third waits. */
const OUTSTANDING = 2;
/** Writes that follow the last chunk: its lines object, and the end of the unit. */
const LAST_WRITES: Usage = { ...NO_USAGE, puts: 1, writeUnits: 1 };

export interface ChunkWriterParts {
  readonly archive: Archive;
  readonly calls: RetryingCalls;
  readonly clock: Clock;
  readonly random: RandomId;
  readonly usage: () => Usage;
  readonly size: ChunkSize;
  readonly ticket: UnitTicket;
  readonly token: string;
  /** Fields of the WARC's first record; null: no WARC is written. */
  readonly warcinfo: Readonly<Record<string, string>> | null;
  /** Header names in lower case whose values are not archived. */
  readonly secrets: ReadonlySet<string>;
  readonly links: LinkSource;
  /** Null if nobody compares records. */
  readonly recordDigest: RecordDigest | null;
  /** Patterns that matched so far. */
  readonly matched: () => MatchedPatterns;
  /** Marked with each outcome that settles a task. */
  readonly done: DoneTasks;
  readonly halt: UnitCancellation;
  readonly blocks: BlockPool;
}

/** Source of the chunk's candidates. */
export interface LinkSource {
  /** Characters of the addresses that are not written yet. */
  readonly pending: number;
  /** The candidates that are new, or have a lower order key, since the last call. */
  drain(): CandidateMembers;
}

/** Location of an archived response. */
export interface WarcPointer {
  readonly offset: number;
  readonly length: number;
}

/** Parts of a chunk until it is written. */
interface Draft {
  readonly n: number;
  readonly base: string;
  warc: WarcChunk | null;
  /**
   * Outcomes and index lines as bytes: as objects they would live as long as the chunk, reach the
   * heap's old generation, and have it collected twice as often (docs/explanation/performance.md).
   */
  readonly lines: BlockWriter;
  outcomes: number;
  readonly links: LinkLine[];
  linkBytes: number;
  readonly records: PendingRecord[];
  /** Bytes of the records that are there. */
  recordBytes: number;
  /** Monotonic ms of its first line; null while it is empty. */
  since: number | null;
}

/**
 * Collects what a unit has done and makes it durable in chunks (design.md §3): the WARC object,
 * then links, then `lines`, with which the chunk exists. Chunks are written while the unit
 * fetches, and exist strictly in order: a chunk leaves out what an earlier one has, and so never
 * exists without it.
 */
export class ChunkWriter {
  readonly #parts: ChunkWriterParts;
  #draft: Draft;
  #outstanding: Promise<void>[] = [];
  #last: Promise<void> = Promise.resolve();
  /** Bytes of chunks whose write has begun. */
  #storedBytes = 0;

  constructor(parts: ChunkWriterParts) {
    this.#parts = parts;
    this.#draft = this.#begin(0);
  }

  /** Archives a response with its request. @returns null when the workflow has WARC switched off */
  exchange(answer: FetchAnswer, url: CrawlUrl): WarcPointer | null {
    const warc = this.#warc();
    if (warc === null) return null;
    const place = warc.exchange(this.#redacted(answer), url);
    return this.#index(answer, url, { place, contentType: headerOf(answer, 'content-type') });
  }

  /**
   * Archives that a page was not modified, with the request.
   * @param record the one that has the page
   */
  revisit(answer: FetchAnswer, url: CrawlUrl, record: RevisitedRecord): WarcPointer | null {
    const warc = this.#warc();
    if (warc === null) return null;
    const place = warc.revisit(this.#redacted(answer), url, record);
    return this.#index(answer, url, { place, contentType: REVISIT_TYPE });
  }

  /** Null if the workflow keeps none. */
  #warc(): WarcChunk | null {
    const { warcinfo, random, clock, blocks } = this.#parts;
    if (warcinfo === null) return null;
    const draft = this.#touch();
    if (draft.warc === null) {
      draft.warc = new WarcChunk(random, blocks);
      draft.warc.warcinfo(warcinfo, clock.now());
    }
    return draft.warc;
  }

  #redacted(answer: FetchAnswer): FetchAnswer {
    const { secrets } = this.#parts;
    return secrets.size === 0 ? answer : { ...answer, requestHead: redactSecrets(answer.requestHead, secrets) };
  }

  #index(answer: FetchAnswer, url: CrawlUrl, of: { place: WarcPlace; contentType: string | null }): WarcPointer {
    const draft = this.#draft;
    const { offset, length, payloadDigest } = of.place;
    const line = cdxjLine({
      url,
      startedAt: answer.startedAt,
      contentType: of.contentType,
      status: answer.status,
      payloadDigest,
      offset,
      length,
      filename: `${draft.base.slice(draft.base.lastIndexOf('/') + 1)}${CHUNK_SUFFIX.warc}`,
    });
    appendLine(draft.lines, { kind: 'cdxj', line } satisfies CdxjLine);
    return { offset, length };
  }

  outcome(line: OutcomeLine): void {
    const draft = this.#touch();
    appendLine(draft.lines, line);
    draft.outcomes += 1;
    if (line.outcome.type !== 'deferred') this.#parts.done.mark(line.key);
  }

  link(line: LinkLine): void {
    const draft = this.#touch();
    draft.links.push(line);
    draft.linkBytes += line.from.length + line.to.length + (line.text?.length ?? 0) + LINK_BYTES;
  }

  /** Adds a page's record, extracted or pending; it goes with the page's outcome. */
  record(record: PendingRecord): void {
    const draft = this.#touch();
    draft.records.push(record);
    record.line.then(
      (line) => {
        draft.recordBytes += line.length;
      },
      () => {}, // said when the chunk is written
    );
  }

  /** Is there enough for a chunk? */
  get isFull(): boolean {
    const { outcomes, warc, linkBytes, recordBytes } = this.#draft;
    const bytes = (warc === null ? 0 : warc.bytes) + linkBytes + recordBytes + this.#parts.links.pending;
    return outcomes >= this.#parts.size.outcomes || bytes >= CHUNK_BYTES;
  }

  /** Bytes of the unit's archive so far, to a few lines that are not compressed yet. */
  get storedBytes(): number {
    return this.#storedBytes + (this.#draft.warc?.bytes ?? 0);
  }

  /** Will the unwritten lines be too old at the next beat? @param nextMs time until then */
  isOld(nextMs: number): boolean {
    const { since } = this.#draft;
    const { clock, size } = this.#parts;
    return since !== null && clock.monotonic() - since > size.ageMs - nextMs;
  }

  /** Starts writing the lines collected so far as a chunk. */
  begin(): void {
    if (this.#draft.since !== null) this.#start(false);
  }

  /** Begins the write; resolves when fetching may continue: at most two are being written. */
  async flush(): Promise<void> {
    this.begin();
    while (this.#outstanding.length >= OUTSTANDING) await Promise.race(this.#outstanding);
  }

  /**
   * Writes the last chunk, also an empty one, and waits for all.
   * @throws what kept any chunk from being written
   */
  async finish(hosts: readonly HostReport[]): Promise<void> {
    this.#start(true, hosts);
    await this.settle();
    const { halt } = this.#parts;
    if (halt.cause === 'failed') throw halt.error;
  }

  /** Waits until nothing is being written; throws nothing. */
  async settle(): Promise<void> {
    await Promise.all(this.#outstanding);
  }

  #begin(n: number): Draft {
    const { ticket, token, blocks } = this.#parts;
    const base = chunkBase({ ...ticket, token, n });
    return {
      n,
      base,
      warc: null,
      lines: new BlockWriter(blocks),
      outcomes: 0,
      links: [],
      linkBytes: 0,
      records: [],
      recordBytes: 0,
      since: null,
    };
  }

  #touch(): Draft {
    this.#draft.since ??= this.#parts.clock.monotonic();
    return this.#draft;
  }

  #start(final: boolean, hosts?: readonly HostReport[]): void {
    const draft = this.#draft;
    const candidates = this.#parts.links.drain();
    this.#draft = this.#begin(draft.n + 1);
    this.#storedBytes += draft.warc?.bytes ?? 0;
    const before = this.#last;
    const done = this.#parts.done.toString(); // as of this chunk: pages continue while it is written
    const writing = this.#write(draft, { candidates, before, done, hosts: final ? (hosts ?? []) : null })
      .catch((error: unknown) => this.#parts.halt.fail(error))
      .finally(() => {
        this.#outstanding = this.#outstanding.filter((other) => other !== writing);
      });
    this.#last = writing;
    this.#outstanding.push(writing);
  }

  /** @param rest.before the chunk before this one @param rest.hosts null but for the last chunk */
  async #write(
    draft: Draft,
    rest: { candidates: CandidateMembers; before: Promise<void>; done: string; hosts: readonly HostReport[] | null },
  ): Promise<void> {
    const { halt } = this.#parts;
    if (halt.silent) return;
    const warc = await this.#put(draft.base + CHUNK_SUFFIX.warc, draft.warc === null ? null : draft.warc.finish());
    draft.warc?.release();
    const linkLines = draft.links.length === 0 ? null : [encodeGzipLines(draft.links)];
    const links = await this.#put(draft.base + CHUNK_SUFFIX.links, linkLines);
    const written = await writtenRecords(draft.records, this.#parts.recordDigest);
    const records = await this.#put(draft.base + CHUNK_SUFFIX.records, written.lines);
    await rest.before;
    if (halt.silent) return; // without this object there is no chunk
    const { ticket, token, usage } = this.#parts;
    const { execution, wave, unit } = ticket;
    const final = rest.hosts !== null;
    const matched = this.#parts.matched();
    const head: ChunkHead = {
      kind: 'chunk',
      v: CHUNK_VERSION,
      execution,
      wave,
      unit,
      token,
      n: draft.n,
      final,
      done: rest.done,
    };
    const end: ChunkEnd = {
      kind: 'end',
      outcomes: draft.outcomes,
      candidates: rest.candidates.count,
      warc,
      links,
      records,
      ...(written.faults.length > 0 && { recordFaults: written.faults }),
      ...(written.digests.length > 0 && { recordDigests: written.digests }),
      ...(hasMatches(matched) && { matched }),
      usage: final ? addUsage(usage(), LAST_WRITES) : usage(),
      ...(rest.hosts !== null && { hosts: [...rest.hosts] }),
    };
    const lines = deflatedMember([encodeLines([head]), ...draft.lines.parts()], LINES_LEVEL);
    draft.lines.release();
    await this.#put(draft.base + CHUNK_SUFFIX.lines, [lines, ...rest.candidates.members(), encodeGzipLines([end])]);
  }

  async #put(
    key: string,
    parts: readonly Uint8Array[] | null,
  ): Promise<{ readonly bytes: number; readonly sha256: string } | null> {
    if (parts === null) return null;
    const { archive, calls } = this.#parts;
    const sha256 = sha256HexOf(parts);
    const bytes = parts.reduce((sum, part) => sum + part.length, 0);
    if (!key.endsWith(CHUNK_SUFFIX.warc)) this.#storedBytes += bytes;
    let tries = 0;
    const answer = await calls.write('object-write', key, () => {
      tries += 1;
      return archive.put(key, parts);
    });
    if (answer === 'exists' && tries === 1) {
      throw new SurfError('OBJECT_EXISTS', `the object ${key} already existed`, {
        remedy: 'two workers share one random name: check the source of random names in this deployment',
      });
    }
    return { bytes, sha256 };
  }
}
