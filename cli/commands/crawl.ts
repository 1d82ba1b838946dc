import type { Run } from '#cli/args/command.ts';
import { startCrawl } from '#cli/crawl/start-crawl.ts';

/** `surf crawl URL…` */
export const run: Run = (call) => startCrawl(call, { document: {}, seeds: call.positionals });
