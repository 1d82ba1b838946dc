/** Crawls units of a wave. */
export const WORKER_THREAD = new URL('./worker-thread.ts', import.meta.url);
/** Finds the main text of pages. */
export const TEXT_THREAD = new URL('../export/text-thread.ts', import.meta.url);
/** Extracts records; started with the first page, ends with who started it. */
export const EXTRACTION_THREAD = new URL('../../adapters/threads/extraction-thread.ts', import.meta.url);
/** Answers requests of `surf serve`. */
export const API_THREAD = new URL('../serve/api-thread.ts', import.meta.url);
