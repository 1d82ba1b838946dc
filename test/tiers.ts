/** Suites that need more than Node, each started by its mode: `vitest run --mode NAME`. */
export const SUITES: Readonly<Record<string, string>> = {
  /** Public vectors, which lie outside of the repository: `npm run test:conformance`. */
  conformance: 'test/conformance/**/*.test.ts',
  /** Over an emulator of AWS, which needs Python: `npm run test:aws`. */
  aws: 'test/**/aws-*.test.ts',
  /** The stack, deployed into the same emulator: `npm run test:deploy`. */
  deploy: 'test/deploy/**/deployment*.test.ts',
  /** The console in a real Chromium: `npm run test:web`. */
  web: 'test/web/**/*.test.ts',
  /** What of it makes sense before a deployment: `npm run test:web:deployed`. */
  'web-deployed': 'test/deploy/*-console*.test.ts',
};

export const EVERY_TEST =
  '{core,engine,adapters,api,lambdas,infra,cli,client,compose,library,demo,web,test,bench}/**/*.test.ts';

/**
 * The slow tier: whole crawls, processes, kills and threads. `npm test` leaves it out,
 * `npm run test:all` runs both. A file belongs here when it takes more than two seconds alone, or
 * starts worker threads.
 */
export const SLOW: readonly string[] = [
  'test/{e2e,attack,export,kill,asl,explain,run}/**/*.test.ts',
  'test/infra/package.test.ts',
  'core/content/main-text.test.ts',
  'engine/advance/advance.test.ts',
  'engine/explain/lookup/sorted-lines.test.ts',
  'engine/advance/recrawl.test.ts',
  'engine/crawl-unit/links/link-memory.test.ts',
  'adapters/http/hostile-body.test.ts',
  'adapters/embedded/sqlite/sqlite-database.test.ts',
  'adapters/embedded/worker-pool.test.ts',
  'adapters/threads/*.test.ts',
  'cli/**/*-threads.test.ts',
  'test/contract/{bounded-reads,metered,rivals}.test.ts',
  'test/verify/verify.test.ts',
  'test/verify/{barren,walks}.test.ts',
  'test/api/deletion.test.ts',
  'test/api/notifications/page-news.test.ts',
  'test/deploy/crawl-comparison.test.ts',
  'bench/simulate/simulation.test.ts',
  'test/infra/{bundle,cost/idle-cost,definition,local-target,nag,operations,stack}.test.ts',
  'test/api/fuzz/fuzz.test.ts',
  'test/api/client/client-package.test.ts',
  'test/verify/planner-specification.test.ts',
  'test/api/{changes,documents,exports,resume}.test.ts',
  'test/architecture/sizes.test.ts',
  'test/site/site.test.ts',
  'adapters/http/{cut-body,http2,undici-fetcher}.test.ts',
  'core/sitemap/parse-sitemap.test.ts',
  'core/workflow/parsing/workflow-document.test.ts',
  'engine/crawl-unit/chunk/chunk-writer.test.ts',
  'engine/external-sort/external-sort.test.ts',
  'engine/frontier/lines/{level-list,segment-store}.test.ts',
  'test/api/{audit,data-routes,search}.test.ts',
  'test/api/{accounts/blocklist,client/client,collections/collection-life}.test.ts',
  'test/site/web/web.test.ts',
  'test/packaging/image.test.ts',
  'adapters/threads/plugins/thread-plugin.test.ts',
  'bench/simulate/untidy/untidy-web.test.ts',
  'test/api/{estimate,accounts/storage-quota,collections/external-checks}.test.ts',
  'test/api/exports/{near-duplicates,requested-exports}.test.ts',
  'test/infra/plugins.test.ts',
  'test/verify/cash.test.ts',
  'test/api/{deployed-data,preview}.test.ts',
  'test/api/contract/{answer-limit,stored-literals}.test.ts',
  'engine/diff/archived-side.test.ts',
  'engine/estimate/sample-site.test.ts',
  'engine/frontier/lines/level-lists.test.ts',
];

/**
 * Those of the slow tier that need a process for themselves: they measure memory, set what a whole
 * process has, or end threads.
 */
export const ALONE: readonly string[] = [
  'adapters/http/{hostile-body,http2,undici-fetcher}.test.ts',
  'adapters/embedded/worker-pool.test.ts',
  'adapters/threads/*.test.ts',
  'cli/**/*-threads.test.ts',
  'engine/crawl-unit/links/link-memory.test.ts',
  'test/attack/*.test.ts',
  'test/e2e/process/*.test.ts',
  'test/export/{memory,format-bytes}.test.ts',
  'test/{contract,explain}/bounded-reads.test.ts',
  'test/kill/*.test.ts',
];

/**
 * Tests that need the CDK, which `npm run setup:deploy` installs and `npm ci` alone does not (ADR
 * 44). Without it they are left out, and `test/infra/tools.test.ts` says so; in CI it fails.
 */
export const NEED_THE_CDK: readonly string[] = [
  'test/asl/{advance-lease,crawl-machine,killed-worker}.test.ts',
  'test/asl/crawls/small-crawl.test.ts',
  'test/asl/upgrade/upgrade.test.ts',
  'test/infra/{cost/idle-cost,definition,local-target,nag,operations,package,plugins,stack}.test.ts',
];
