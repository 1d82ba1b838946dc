/** Crawls the units of a wave. */
export const WORKER_THREAD = new URL('./worker-thread.ts', import.meta.url);
/** Extracts the main text of pages. */
export const TEXT_THREAD = new URL('../adapters/threads/text-thread.ts', import.meta.url);
/** Extracts records; starts with the first page and ends with its parent thread. */
export const EXTRACTION_THREAD = new URL('../adapters/threads/extraction-thread.ts', import.meta.url);
/** Runs a plug-in; starts with its first page. */
export const PLUGIN_THREAD = new URL('../adapters/threads/plugins/plugin-thread.ts', import.meta.url);
