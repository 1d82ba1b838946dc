import type { LinkLine } from '#core/archive/chunk/chunk-lines.ts';
import type { RunSettings } from '#core/execution/execution.ts';
import { mergeDirectives, xRobotsTag } from '#core/extraction/html/robots-directives.ts';
import type { FetchAnswer } from '#core/fetch/fetcher.ts';
import { headersOf } from '#core/fetch/headers/response-headers.ts';
import type { SkipReason } from '#core/model/outcome.ts';
import { agentName } from '#core/robots/product-token.ts';
import type { ScopeFilter } from '#core/scope/filter/scope-filter.ts';
import { Canonicalizer } from '#core/url/canonical-url.ts';
import { type CrawlUrl, parseCrawlUrl } from '#core/url/crawl-url.ts';
import { urlKeyOf } from '#core/url/url-key.ts';
import type { Workflow } from '#core/workflow/workflow.ts';
import { PageLinks } from '#engine/archive-reader/page-links.ts';

/** Links that are shown, and characters of them. */
const MOST_LINKS = 1_000;
const MOST_CHARACTERS = 512 * 1024;

/** Facts that a page gives about itself. */
export interface ReadPage {
  readonly title: string | null;
  readonly titleCut: boolean;
  readonly charset: string;
  readonly canonical: string | null;
  readonly noindex: boolean;
  readonly nofollow: boolean;
  readonly bytes: number;
}

/** A link of the page, and whether a crawl would follow it. */
export interface PreviewLink {
  readonly to: string;
  readonly kind: string;
  readonly text: string | null;
  /**
   * Would a crawl follow it, but for limits? Some kinds of links are only noted (`links.follow`).
   */
  readonly followed: boolean;
  /** Reason why the address does not belong to the crawl; null if it does. */
  readonly reason: SkipReason | null;
  /** The pattern or value that decided. */
  readonly rule: string | null;
  /** Score on the workflow's topic, 0 to 1; null if it has none. */
  readonly score: number | null;
}

export interface PreviewRules {
  readonly url: CrawlUrl;
  readonly workflow: Workflow;
  /** Seeds whose scope counts. */
  readonly seeds: readonly string[];
  readonly settings: RunSettings;
  readonly scopeFilter: ScopeFilter;
}

/**
 * Reads a page as a crawl would: what it says of itself, and its links in document order with their
 * verdicts.
 */
export function readPreview(
  answer: FetchAnswer,
  { url, workflow, seeds, settings, scopeFilter }: PreviewRules,
): { page: ReadPage; links: { total: number; items: PreviewLink[] } } {
  const { status, statusText, headers, wireBody, body } = answer;
  const task = { key: urlKeyOf(new Canonicalizer(workflow.key).form(url)), level: 0, rank: 1 };
  const archived = { status, statusText, headers, wireBody, url, date: null };
  const { scan, links } = new PageLinks(workflow, seeds, settings).read(task, archived, body);
  const token = agentName(workflow.politeness.userAgent).token;
  const { noindex, nofollow } = mergeDirectives(scan.robots, xRobotsTag(headersOf(answer, 'x-robots-tag'), token));
  const { title, titleCut, charset, canonical } = scan;
  const page = { title, titleCut, charset, canonical, noindex, nofollow, bytes: body.length };
  return { page, links: { total: links.length, items: shown(links, workflow, scopeFilter) } };
}

function shown(
  links: readonly LinkLine[],
  { links: { follow }, output }: Workflow,
  scopeFilter: ScopeFilter,
): PreviewLink[] {
  const items: PreviewLink[] = [];
  const kinds = new Set<string>(output.resources ? [...follow, 'resource'] : follow);
  let characters = 0;
  for (const { to, kind, text, reason: found, score = null } of links.slice(0, MOST_LINKS)) {
    const address = parseCrawlUrl(to);
    const verdict = address === null ? null : scopeFilter.decide(address, { nofollow: false, seed: false });
    const reason = found ?? verdict?.reason ?? null;
    const rule = reason !== null && verdict?.reason === reason ? (verdict.rule?.slice(0, 200) ?? null) : null;
    items.push({ to, kind, text: text ?? null, followed: reason === null && kinds.has(kind), reason, rule, score });
    characters += to.length + (text?.length ?? 0);
    if (characters > MOST_CHARACTERS) break;
  }
  return items;
}
