// A plug-in: surf crawl URL --plugin reading-time=examples/plugins/reading-time.ts
// The same file, bundled, is a function of Lambda for a deployment.
import type { PluginHandler } from 'surf-crawler';

const WORDS_A_MINUTE = 230;

/** It keeps nothing of a page. */
export const storesData = false;
/** One call may take so long. @default 5 */
export const timeoutSeconds = 2;

export const handler: PluginHandler = ({ body, bodyEncoding, status }) => {
  if (bodyEncoding !== 'text') return { error: 'the page is not text' };
  const text = body.replaceAll(/<(script|style)[\s\S]*?<\/\1>|<[^>]*>/gi, ' ');
  const words = text.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length;
  return { fields: { words, minutes: Math.ceil(words / WORDS_A_MINUTE), ok: status === 200 } };
};
