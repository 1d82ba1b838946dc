import type { FetchAnswer } from '#core/fetch/fetcher.ts';
import { headerOf } from '#core/fetch/headers/response-headers.ts';
import type { SelectionRules } from '#core/selection/compiled/selection-rules.ts';
import type { Extractor } from '#core/selection/extractor.ts';
import type { UrlKey } from '#core/url/url-key.ts';
import type { Job } from '#engine/crawl-unit/jobs/job.ts';

/** Pages that can wait for extraction; with more the caller waits. One page is always accepted. */
const MOST_PAGES = 16;
const MOST_BYTES = 32 * 1024 * 1024;

/** A line of the records object, as soon as it is there. */
export interface PendingRecord {
  readonly key: UrlKey;
  /** Without LF. */
  readonly line: Promise<string>;
}

export interface RecordWriterParts {
  readonly rules: SelectionRules;
  readonly extractor: Extractor;
  /** Takes what belongs to the chunk that gets the page's outcome. */
  readonly write: (record: PendingRecord) => void;
}

/**
 * Has the records of a unit's pages extracted beside the crawling, so that the chunk of a page has
 * its record, and few pages wait in memory.
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

  /**
   * Begins the record of a stored page, if a rule applies to it.
   * @param charset as the page was read
   */
  take(job: Job, answer: FetchAnswer, charset: string): void {
    const { rules, extractor, write } = this.#parts;
    const { key, url } = job.task;
    const contentType = headerOf(answer, 'content-type');
    if (!rules.applies(url, contentType)) return;
    const { body } = answer;
    this.#pages += 1;
    this.#bytes += body.length;
    const line = extractor
      .extract({ url, address: job.url, contentType, charset, body })
      .then((text) => `{"key":${JSON.stringify(key)},"url":${JSON.stringify(url)},${text.slice(1)}`)
      .finally(() => this.#done(body.length));
    line.catch(() => {}); // the chunk writer gets the error
    write({ key, line });
  }

  #done(bytes: number): void {
    this.#pages -= 1;
    this.#bytes -= bytes;
    this.#change.resolve();
    this.#change = Promise.withResolvers();
  }
}
