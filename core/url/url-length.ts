/**
 * Most characters of a URL that a workflow, a page or a sitemap may name. A longer one is never
 * requested.
 */
export const MAX_URL_LENGTH = 8_192;
