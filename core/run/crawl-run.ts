import { Page, type PageTexts } from '#core/run/page.ts';
import { PageReader } from '#core/run/page-reader.ts';
import type { AnyRecord } from '#core/run/record-type.ts';
import type { CrawlRecord, PagesOptions, Run, RunReport } from '#core/run/run.ts';
import type { RunSource, RunState } from '#core/run/run-source.ts';

export interface CrawlRunParts {
  readonly source: RunSource;
  readonly texts: PageTexts;
  /** Releases the resources of the run. */
  readonly close: () => Promise<void>;
}

/** The one implementation of `Run`, over a data folder or a server. */
export class CrawlRun<Rec = AnyRecord> implements Run<Rec> {
  readonly id: string;
  readonly #parts: CrawlRunParts;
  #closing: Promise<void> | null = null;

  constructor(parts: CrawlRunParts) {
    this.id = parts.source.id;
    this.#parts = parts;
  }

  async *pages({ settled = false }: PagesOptions = {}): AsyncGenerator<Page<Rec>, void, undefined> {
    for await (const listed of new PageReader(this.#parts.source, { settled }).all())
      yield new Page<Rec>(listed, this.#parts);
  }

  async *records(options: PagesOptions = {}): AsyncGenerator<CrawlRecord<Rec>, void, undefined> {
    for await (const { url, record, recordErrors } of this.pages(options))
      if (record !== null) yield { url, record, errors: recordErrors };
  }

  state(): Promise<RunState> {
    return this.#parts.source.state();
  }

  async finished(): Promise<RunReport> {
    const { source } = this.#parts;
    let state = await source.state();
    while (!state.hasEnded) {
      await source.change();
      state = await source.state();
    }
    return { ...state, execution: this.id, verify: () => source.verify() };
  }

  wait(): Promise<RunReport> {
    return this.finished();
  }

  stop(): Promise<void> {
    return this.#parts.source.stop();
  }

  /** A second call is the first: `await using` closes what the program has closed already. */
  close(): Promise<void> {
    this.#closing ??= this.#parts.close();
    return this.#closing;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
