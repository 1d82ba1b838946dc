import { CrawlRun, type CrawlRunParts } from '#core/run/crawl-run.ts';
import type { RunReport } from '#core/run/run.ts';
import { type CrawlHooks, givePages } from '#library/hooks.ts';

/**
 * A run that passes its pages to `onPage`. If the hook fails, the run stops, and `finished()`
 * rejects.
 */
export class HookedRun<Rec> extends CrawlRun<Rec> {
  readonly #given: Promise<{ readonly error: unknown } | null>;

  constructor(parts: CrawlRunParts, onPage: NonNullable<CrawlHooks<Rec>['onPage']>) {
    super(parts);
    this.#given = givePages<Rec>(this.pages(), onPage).then(
      () => null,
      async (error: unknown) => {
        await this.stop().catch(() => undefined); // the first fault is the one to report
        return { error };
      },
    );
  }

  override async finished(): Promise<RunReport> {
    const failed = await this.#given;
    if (failed !== null) throw failed.error;
    return await super.finished();
  }

  override async close(): Promise<void> {
    await this.stop().catch(() => undefined); // it may have failed already
    await this.#given;
    await super.close();
  }
}
