import type { FetchAnswer } from '#core/fetch/fetcher.ts';
import { headerOf } from '#core/fetch/headers/response-headers.ts';
import type { SelectionRules } from '#core/selection/compiled/selection-rules.ts';
import type { Extractor } from '#core/selection/extractor.ts';
import type { UrlKey } from '#core/url/url-key.ts';
import type { Job } from '#engine/crawl-unit/jobs/job.ts';
import type { PluginStages, ReadPage } from '#engine/crawl-unit/plugins/plugin-stages.ts';

/** Pages that can wait for extraction; with more the caller waits. One page is always accepted. */
const MOST_PAGES = 16;
const MOST_BYTES = 32 * 1024 * 1024;

/** The record of a page to which no rule applies. */
const NOTHING = '{"record":{},"errors":[]}';

/** A line of the records object, as soon as it is there. */
export interface PendingRecord {
  readonly key: UrlKey;
  /** Without LF. */
  readonly line: Promise<string>;
}

export interface RecordWriterParts {
  /** Null if the workflow has no selection policy. */
  readonly selection: { readonly rules: SelectionRules; readonly extractor: Extractor } | null;
  /** Null if the workflow uses no plug-ins. */
  readonly stages: PluginStages | null;
  /** Takes what belongs to the chunk that gets the page's outcome. */
  readonly write: (record: PendingRecord) => void;
}

/**
 * Has the records of a unit's pages made beside the crawling, by the selection policy and then by
 * plug-ins, so that the chunk of a page has its record, and few pages wait in memory.
 */
export class RecordWriter {
  readonly #parts: RecordWriterParts;
  #pages = 0;
  #bytes = 0;
  #change = Promise.withResolvers<void>();

  constructor(parts: RecordWriterParts) {
    this.#parts = parts;
  }

  /** Do so many pages wait that no further one should be brought? */
  get isBusy(): boolean {
    return this.#pages >= MOST_PAGES || this.#bytes >= MOST_BYTES;
  }

  /** Resolves when further pages may be brought. */
  async room(): Promise<void> {
    while (this.isBusy) await this.#change.promise;
  }

  /** Begins the record of a stored page, if it gets one. */
  take(job: Job, answer: FetchAnswer, read: ReadPage): void {
    const { stages, write } = this.#parts;
    const { key, url } = job.task;
    const extracted = this.#extracted(job, answer, read);
    if (extracted === null && stages === null) return;
    const { length } = answer.body;
    this.#pages += 1;
    this.#bytes += length;
    const page = stages?.pageOf(job, answer, read);
    const record =
      stages === null || page === undefined
        ? (extracted ?? Promise.resolve(NOTHING))
        : (extracted ?? Promise.resolve(NOTHING)).then((text) => stages.run(page, text));
    const line = record
      .then((text) => `{"key":${JSON.stringify(key)},"url":${JSON.stringify(url)},${text.slice(1)}`)
      .finally(() => this.#done(length));
    line.catch(() => {}); // the chunk writer gets the error
    write({ key, line });
  }

  /** Null if no rule applies. */
  #extracted(job: Job, answer: FetchAnswer, { charset }: ReadPage): Promise<string> | null {
    const { selection } = this.#parts;
    const { url } = job.task;
    const contentType = headerOf(answer, 'content-type');
    if (selection === null || !selection.rules.applies(url, contentType)) return null;
    return selection.extractor.extract({ url, address: job.url, contentType, charset, body: answer.body });
  }

  #done(bytes: number): void {
    this.#pages -= 1;
    this.#bytes -= bytes;
    this.#change.resolve();
    this.#change = Promise.withResolvers();
  }
}
