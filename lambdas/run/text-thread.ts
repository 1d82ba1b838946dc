/**
 * The module of threads for text, beside the bundle of a function
 * (infra/constructs/functions/function-bundle.ts).
 */
export const TEXT_THREAD = new URL('./text-thread.js', import.meta.url);
