import type { LimitsOverride } from '#core/execution/execution.ts';
import type { CrawlOptions } from '#core/run/crawl-request.ts';
import type { AnyRecord, Fields } from '#core/run/record-type.ts';
import type { DataOptions } from '#library/data-options.ts';
import type { CrawlHooks } from '#library/hooks.ts';
import type { PluginOptions } from '#library/plugin-options.ts';

/** Options of `attach`. */
export interface AttachOptions<Rec = AnyRecord> extends DataOptions, PluginOptions, CrawlHooks<Rec> {
  /**
   * Runs an interrupted, paused, stopped or limited execution in this process, with other limits if
   * given.
   * @default false: only reads
   */
  readonly resume?: boolean | { readonly limits: LimitsOverride };
}

/** Options of `estimate`. */
export type EstimateOptions<Select extends Fields = Fields> = Omit<CrawlOptions<Select>, 'base' | 'full' | 'signal'>;
