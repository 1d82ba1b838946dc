import { config } from 'zod';

/**
 * Zod without code made at run time: the first `parse` of each schema compiled a function, 40 ms until the first request of a crawl, and a content security
 * policy forbids it. Later ones take twice as long now, a microsecond for a task (docs/performance.md). Schemas ask for it when they are made: import zod from here.
 */
config({ jitless: true });

// biome-ignore lint/performance/noReExportAll lint/performance/noBarrelFile: zod itself, once configured; bundlers keep what is used of it
export * from 'zod';
