import type { PageFacts } from '#core/facts/page-facts.ts';

/** Facts that an HTML page gives about itself, with absolute addresses, and those of its answer. */
export interface AnswerFacts extends Omit<PageFacts, 'base'> {
  /** The page, or a header of its answer, forbids its listing to search engines. */
  readonly noindex: boolean;
  /** Time from the start of the request to the end of the answer. */
  readonly answerMs: number | null;
  /** Links to the host and port of the page, and to others. */
  readonly links: { readonly internal: number; readonly external: number };
}

/** All that one archived page says of itself, and what its answer shows. */
export interface ArchivedFacts extends AnswerFacts {
  readonly url: string;
  readonly status: number | null;
  /** Start of the request, ISO 8601 UTC. */
  readonly fetchedAt: string | null;
  /** Digest of the main text. Null: above 1 Mi characters. */
  readonly textDigest: string | null;
}
