import type { Handler } from '#test/site/exchange.ts';

/** One way in which the web goes wrong, or one thing a crawler must understand. */
export interface Pathology {
  /** First part of the path: `/redirect/301/3` is served by `redirect`. */
  readonly name: string;
  /** Its oddity, in a sentence. */
  readonly about: string;
  /**
   * Addresses that show it and end by themselves, with the outcome that semantics.md gives them
   * under `PATHOLOGY_SETTINGS`; null where it fixes none. Those that never end, or would fill the
   * frontier, are `endless` and not linked from `/`.
   */
  readonly examples: Readonly<Record<string, string | null>>;
  readonly endless?: readonly string[];
  readonly handle: Handler;
}

/** The workflow fields under which `examples` hold. */
export const PATHOLOGY_SETTINGS = {
  limits: { pageBytes: 1_048_576 },
  politeness: { delaySeconds: 0 },
  fetch: { timeoutSeconds: 1 },
  retry: { attempts: 3, backoffSeconds: 0.05, factor: 1 },
} as const;

/** A small separate page; `links` become anchors. */
export function page(title: string, links: readonly string[] = [], text = ''): string {
  const anchors = links.map((link) => `<li><a href="${link}">${link}</a></li>`).join('\n');
  return `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>${title}</title></head>\n<body><h1>${title}</h1>\n<p>${text}</p>\n<ul>\n${anchors}\n</ul></body></html>\n`;
}
