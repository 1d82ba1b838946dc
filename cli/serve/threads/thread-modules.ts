/** Answers requests of `surf serve`. */
export const API_THREAD = new URL('./api-thread.ts', import.meta.url);
/** Compares executions for notifications. */
export const COMPARISON_THREAD = new URL('./comparison-thread.ts', import.meta.url);
