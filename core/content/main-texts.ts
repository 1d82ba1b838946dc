import type { MainText, PagePart } from '#core/content/tree/plain-markup.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';

/** Extracts the main text of HTML pages, several at a time. */
export interface MainTexts {
  /** Number of pages that are worth requesting at once. */
  readonly parallel: number;
  /**
   * Never fails: a page that takes too much time or memory is given as plain text.
   * @param base address that relative links start from
   * @param part `full`: all that the page shows. @default 'main'
   */
  mainText(html: string, base: CrawlUrl, part?: PagePart): Promise<MainText>;
  /**
   * The text of a PDF. Never fails: one that takes too much has none, with the reason.
   * @param body is the caller's own, and stays so
   */
  documentText(body: Uint8Array): Promise<MainText>;
  /** Pages that wait are given as plain text, documents without text. */
  close(): Promise<void>;
}
