import * as z from 'zod';
import { Links } from '#core/extraction/links/link-kind.ts';
import { Fetch } from '#core/fetch/fetch-rules.ts';
import { MOST_PLUGINS, PluginName } from '#core/plugin/plugin-name.ts';
import { Politeness } from '#core/politeness/politeness.ts';
import { Retry } from '#core/politeness/retry-rules.ts';
import { Revisit } from '#core/revisit/revisit-rules.ts';
import { Sample } from '#core/sample/sample.ts';
import { External } from '#core/scope/external/external.ts';
import { Focus } from '#core/scope/focus/focus.ts';
import { Scope } from '#core/scope/scope.ts';
import { Traps } from '#core/scope/traps/traps.ts';
import { Selection } from '#core/selection/selection.ts';
import { KeyRules } from '#core/url/key-rules.ts';
import { Seed } from '#core/url/seed/seed.ts';
import { MAX_URL_LENGTH } from '#core/url/url-length.ts';
import { Limits } from '#core/workflow/limits.ts';
import { PRESET_NAMES } from '#core/workflow/presets.ts';

/** Document sizes and counts that are refused above (semantics.md, "Limits"). */
export const MAX_SEEDS = 10_000;
export const MAX_DOCUMENT_BYTES = 256 * 1024;
export const MAX_SITEMAPS = 500;

export const Output = z.strictObject({
  warc: z.boolean().default(true).describe('Are requests and responses archived as WARC?'),
  links: z
    .enum(['none', 'targets', 'full'])
    .default('none')
    .describe('The link graph: targets: one line per page and distinct target; full: with anchor text, kind and rel.'),
  facts: z
    .boolean()
    .default(true)
    .describe(
      'Is what each HTML page says of itself (description, language, canonical address, dates, first h1) kept with the page?',
    ),
  resources: z
    .boolean()
    .default(false)
    .describe('Are images, CSS and scripts, linked as resources of pages, fetched and archived, too?'),
});
export type Output = z.infer<typeof Output>;

/**
 * The definition of a crawl: source of type, defaults, messages and later of the API.
 * A parsed workflow has every field; nobody validates it again.
 */
export const Workflow = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(200)
    .default('crawl')
    .describe('Shown in lists. `surf crawl` and the library take the host of the first seed by default.'),
  preset: z
    .enum(PRESET_NAMES)
    .nullable()
    .default(null)
    .describe('Other values instead of the defaults, see “Presets”; a given field wins.'),
  seeds: z
    .array(Seed)
    .min(1)
    .max(MAX_SEEDS)
    .describe(
      'Start addresses, absolute http(s) URLs; duplicates collapse. One with rules is {url, depth, period}, see “Seeds with rules”; on the command line `URL depth=2 period=6h`.',
    ),
  sitemaps: z
    .union([z.enum(['auto', 'off']), z.array(z.string().max(MAX_URL_LENGTH)).max(MAX_SITEMAPS)])
    .default('off')
    .describe(
      'Sitemaps, indexes and feeds whose entries are crawled, see “Sitemaps”. auto: those that robots.txt names; or absolute http(s) URLs, read beside the seeds.',
    ),
  scope: Scope.prefault({}),
  links: Links.prefault({}),
  key: KeyRules.prefault({}),
  traps: Traps.prefault({}),
  focus: Focus.prefault({}),
  limits: Limits.prefault({}),
  order: z
    .enum(['breadth-first', 'depth-first', 'sample', 'importance'])
    .default('breadth-first')
    .describe(
      'depth-first goes with parallelism 1, which is its default then. importance: breadth-first, and within a level first what many pages link, see “The most important pages first”. sample: random walks, see “A sample”.',
    ),
  sample: Sample.prefault({}),
  parallelism: z.int().min(1).max(1_000).default(8).describe('Workers at once.'),
  hostsPerWorker: z.int().min(1).max(1_000).default(100).describe('Hosts in flight in one worker.'),
  unitSeconds: z
    .number()
    .min(1)
    .max(840)
    .default(840)
    .describe(
      'The most seconds that one unit of work may take; it ends when its tasks are done. More than 600 only at a deployment, in waves of fewer than 25 hosts that are asked at most once a second.',
    ),
  politeness: Politeness.prefault({}),
  fetch: Fetch.prefault({}),
  retry: Retry.prefault({}),
  output: Output.prefault({}),
  external: External.prefault({}),
  revisit: Revisit.prefault({}),
  retentionDays: z
    .int()
    .min(1)
    .max(36_500)
    .nullable()
    .default(null)
    .describe(
      'Days from the end of an execution to its deletion with everything it kept, by the server or the deployment; null = never. An execution stays as long as another is based on it (`--base`).',
    ),
  selection: Selection.nullable()
    .default(null)
    .describe(
      'Values that Surf takes out of pages, see [selection](selection.md); on the command line a file with it.',
    ),
  plugins: z
    .array(PluginName)
    .max(MOST_PLUGINS)
    .default([])
    .describe(
      'Plug-ins that add fields to the record of each page, by name: those of the operator, in their order. See [plug-ins](../how-to/extend.md#a-plug-in).',
    ),
});
export type Workflow = z.infer<typeof Workflow>;
