import type { TaskRow } from '#core/execution/task-index.ts';
import { decodeText } from '#core/extraction/encoding/charset.ts';
import type { AnswerFacts } from '#core/facts/archived-facts.ts';
import { upgradesInsecure } from '#core/facts/content-policy.ts';
import { readFacts } from '#core/facts/read-facts.ts';
import { headersOf } from '#core/fetch/headers/response-headers.ts';
import { type CrawlUrl, parseCrawlUrl } from '#core/url/crawl-url.ts';
import type { ArchivedAnswer } from '#engine/archive-reader/chunk-responses.ts';
import type { PageLinks } from '#engine/archive-reader/page-links.ts';

/**
 * Reads the facts of one archived page.
 * @param body without Content-Encoding
 * @returns null for what is not an HTML page
 */
export function answerFacts(
  row: Pick<TaskRow, 'key' | 'level' | 'rank' | 'startedAt' | 'endedAt'>,
  { answer, body }: { readonly answer: ArchivedAnswer; readonly body: Uint8Array },
  links: PageLinks,
): AnswerFacts | null {
  const { scan, noindex, links: found } = links.read(row, answer, body);
  if (!scan.isHtml) return null;
  const { base, ...facts } = readFacts(decodeText(body, scan.charset), answer.url);
  const from = (base === null ? null : parseCrawlUrl(base, answer.url)) ?? answer.url;
  const { startedAt, endedAt } = row;
  const anchors = found.filter(({ kind }) => kind === 'a' || kind === 'area');
  const internal = anchors.filter(({ to }) => hostOf(to) === hostOf(answer.url)).length;
  return {
    noindex,
    answerMs: startedAt === null || endedAt === null ? null : endedAt - startedAt,
    links: { internal, external: anchors.length - internal },
    ...facts,
    ...(upgradesInsecure(headersOf(answer, 'content-security-policy')) && { insecure: { count: 0, first: [] } }),
    movesTo: facts.movesTo === null ? null : absolute(facts.movesTo, from),
    canonicals: facts.canonicals.map((href) => absolute(href, from)),
    alternates: facts.alternates.map(({ language, href }) => ({ language, href: absolute(href, from) })),
  };
}

/** Resolves an address; one that is not http(s) stays as written. */
const absolute = (href: string, base: CrawlUrl): string => parseCrawlUrl(href, base) ?? href;

const hostOf = (url: string): string => URL.parse(url)?.host ?? '';
