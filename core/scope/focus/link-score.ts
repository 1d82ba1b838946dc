import type { Focus } from '#core/scope/focus/focus.ts';
import { type Topic, topicOf } from '#core/scope/focus/topic.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';

/** Weight of each part of a link. */
const ANCHOR_WEIGHT = 45;
const URL_WEIGHT = 30;
const PAGE_WEIGHT = 25;

/** Most characters to look at in a link's text, and in its path and query. */
const MOST_ANCHOR = 200;
const MOST_URL = 500;
/** Share of a page's passages that name the topic on a page that is all about it. */
const TOPICAL_PASSAGES = 1 / 3;

/** A page, as the scoring of its links sees it. */
export interface ScoredPage {
  readonly title: string | null;
  /** Paragraphs, headings and the like of its main text, from its start; read at first use. */
  readonly passages: () => readonly string[];
}

/** A link to be scored. */
export interface ScoredLink {
  readonly url: CrawlUrl;
  /** Its text; empty or absent: it has none, for example around an image. */
  readonly text?: string | undefined;
  /** Relevance of its page to the topic, from 0 to 1. Null: a sitemap lists it, not a page. */
  readonly page: number | null;
}

/**
 * Scores links of a focused crawl by the topic: a pure function of the link and its page.
 *
 * The method is Shark-Search's (Hersovici et al., “The shark-search algorithm. An application:
 * tailored Web site mapping”, WWW7, 1998): a link inherits a decayed part of its page's relevance
 * and adds what its own text says. Two things are simpler here (ADR 73): relevance is inherited
 * from the page alone, not from the pages before it; and a text is about the topic or not.
 */
export class LinkScore {
  readonly #topic: Topic;
  /** Score in hundredths. */
  readonly #threshold: number;

  constructor(topic: Topic, threshold: number) {
    this.#topic = topic;
    this.#threshold = Math.round(threshold * 100);
  }

  /**
   * Relevance of a page to the topic: 1 if its title names the topic, else by the share of passages
   * that do; a third of them is enough for 1.
   */
  page({ title, passages }: ScoredPage): number {
    if (title !== null && this.#topic.isIn(title)) return 1;
    const all = passages();
    const topical = all.filter((passage) => this.#topic.isIn(passage)).length;
    return topical === 0 ? 0 : Math.min(1, topical / all.length / TOPICAL_PASSAGES);
  }

  /**
   * Returns the score in hundredths, 0 to 100: the weighted mean of text (45), address (30) and
   * page (25). The mean leaves out a part that the link does not have.
   */
  of({ url, text, page }: ScoredLink): number {
    let sum = URL_WEIGHT * Number(this.#topic.isIn(wordsOf(url)));
    let weight = URL_WEIGHT;
    if (text !== undefined && text !== '') {
      sum += ANCHOR_WEIGHT * Number(this.#topic.isIn(text.slice(0, MOST_ANCHOR)));
      weight += ANCHOR_WEIGHT;
    }
    if (page !== null) {
      sum += PAGE_WEIGHT * page;
      weight += PAGE_WEIGHT;
    }
    return Math.round((sum * 100) / weight);
  }

  /** Does Surf not follow a link with this score, in hundredths? */
  isTooLow(score: number): boolean {
    return score < this.#threshold;
  }
}

/** @returns null when the workflow has no topic */
export function linkScoreOf(focus: Focus): LinkScore | null {
  const topic = topicOf(focus);
  return topic === null ? null : new LinkScore(topic, focus.threshold);
}

/** The score, as a Verdict's rule shows it. */
export const scoreRule = (hundredths: number): string => `score ${(hundredths / 100).toFixed(2)}`;

/** Path and query, without percent-escapes where these are UTF-8. */
function wordsOf(url: CrawlUrl): string {
  const text = url.slice(url.indexOf('/', 8), url.indexOf('/', 8) + MOST_URL).replaceAll('+', ' ');
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
