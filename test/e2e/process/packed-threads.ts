import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Stands for the `thread-modules.ts` of `compose` and `cli/serve` in slow tests: what runs in the
 * process of a test starts the threads of the packed command, each one file, three times as fast as
 * the sources.
 */
const { SURF_PACKED } = process.env;
if (SURF_PACKED === undefined) throw new Error('test/e2e/process/packed-setup.ts has not run');
const threadOf = (name: string): URL => new URL(`dist/${name}.mjs`, pathToFileURL(`${dirname(SURF_PACKED)}/`));

export const WORKER_THREAD = threadOf('worker-thread');
export const TEXT_THREAD = threadOf('text-thread');
export const EXTRACTION_THREAD = threadOf('extraction-thread');
export const PLUGIN_THREAD = threadOf('plugin-thread');
export const API_THREAD = threadOf('api-thread');
export const COMPARISON_THREAD = threadOf('comparison-thread');
