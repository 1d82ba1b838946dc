import type { LinkLine } from '#core/archive/chunk/chunk-lines.ts';
import { BlockPool } from '#core/bytes/block-writer.ts';
import { pagePassages } from '#core/content/page-passages.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { TaskRow } from '#core/execution/task-index.ts';
import { decodeText } from '#core/extraction/encoding/charset.ts';
import { mergeDirectives, NO_DIRECTIVES, xRobotsTag } from '#core/extraction/html/robots-directives.ts';
import { linkHeader, refreshHeader } from '#core/extraction/links/header-hints.ts';
import type { RawLink } from '#core/extraction/links/link-list.ts';
import { type PageScan, scanPage } from '#core/extraction/page-scan.ts';
import { headerOf, headersOf } from '#core/fetch/headers/response-headers.ts';
import type { Frontier } from '#core/frontier/frontier.ts';
import { agentName } from '#core/robots/product-token.ts';
import { createScopeFilter } from '#core/scope/filter/scope-filter.ts';
import { Canonicalizer } from '#core/url/canonical-url.ts';
import { parseCrawlUrl } from '#core/url/crawl-url.ts';
import { seedUrls } from '#core/url/seed/seed.ts';
import type { Workflow } from '#core/workflow/workflow.ts';
import type { ArchivedAnswer } from '#engine/archive-reader/chunk-responses.ts';
import type { ExportPorts } from '#engine/archive-reader/export-ports.ts';
import { LinkCollector } from '#engine/crawl-unit/links/link-collector.ts';
import { readJson } from '#engine/frontier/crawl-state.ts';

/** Characters of addresses that are remembered between two pages. */
const MOST_CHARACTERS = 8 * 1024 * 1024;

/** A page read again. */
export interface RereadPage {
  readonly scan: PageScan;
  /** The page, or a header of its answer, forbids its listing to search engines. */
  readonly noindex: boolean;
  /** The page's links in document order, judged as the crawl would, with their texts. */
  readonly links: readonly LinkLine[];
}

/** Rules that decide on links besides the workflow. */
export interface LinkRules {
  readonly allowPrivateNetwork: boolean;
  /** Reads only the first links of a page with very many. @default false */
  readonly onlyFirst?: boolean;
}

/** An export reads all links of each page, however long it takes. */
const UNTIMED = { monotonic: () => 0 };

/**
 * Reads archived pages as the crawl did, without a request: what the crawl kept of their links does
 * not matter.
 */
export class PageLinks {
  readonly #collector: LinkCollector;
  readonly #options: { readonly anchorText: true; readonly resources: boolean; readonly agentToken: string };
  readonly #onlyFirst: boolean;
  #edges: LinkLine[] = [];

  /** @param scopeSeeds addresses whose scope counts */
  constructor(workflow: Workflow, scopeSeeds: readonly string[], rules: LinkRules) {
    const scopeFilter = createScopeFilter(workflow, scopeSeeds, rules);
    this.#onlyFirst = rules.onlyFirst ?? false;
    const { resources } = workflow.output;
    this.#options = { anchorText: true, resources, agentToken: agentName(workflow.politeness.userAgent).token };
    this.#collector = new LinkCollector({
      workflow: { ...workflow, output: { ...workflow.output, links: 'full' } },
      keys: new Canonicalizer(workflow.key),
      decide: (url) => scopeFilter.decide(url, { nofollow: false, seed: false }),
      clock: UNTIMED,
      own: new Set(),
      edge: (line) => this.#edges.push(line),
      mostCharacters: MOST_CHARACTERS,
      blocks: new BlockPool(),
    });
  }

  /** Opens it with the scope that the execution has by now. */
  static async open({ archive }: ExportPorts, row: Execution, workflow: Workflow): Promise<PageLinks> {
    const seeds =
      row.frontier === null
        ? seedUrls(workflow.seeds)
        : (await readJson<Frontier>(archive, row.frontier, 'lists')).scopeSeeds;
    return new PageLinks(workflow, seeds, row.settings);
  }

  /** @param body without Content-Encoding */
  read(
    { key, level, rank }: Pick<TaskRow, 'key' | 'level' | 'rank'>,
    answer: ArchivedAnswer,
    body: Uint8Array,
  ): RereadPage {
    const { url } = answer;
    const scan = scanPage(body, headerOf(answer, 'content-type'), this.#options);
    const tags = headersOf(answer, 'x-robots-tag');
    const directives = tags.length === 0 ? NO_DIRECTIVES : xRobotsTag(tags, this.#options.agentToken);
    const { nofollow, noindex } = mergeDirectives(scan.robots, directives);
    const base = (scan.baseHref === null ? null : parseCrawlUrl(scan.baseHref, url)) ?? url;
    this.#edges = [];
    this.#collector.collect({
      task: { key, url, level, rank },
      url,
      base,
      nofollow,
      about: {
        title: scan.title,
        passages: () => (scan.isHtml ? pagePassages(decodeText(body, scan.charset), url) : []),
      },
      links: [...headerLinks(answer), ...scan.links],
      more: this.#onlyFirst ? null : scan.more,
    });
    this.#collector.drain().discard(); // links are wanted, not candidates
    return { scan, noindex, links: this.#edges };
  }
}

/**
 * Links in the response headers; they resolve against the page's URL; its base element does not
 * matter.
 */
function headerLinks(answer: ArchivedAnswer): RawLink[] {
  const refresh = headerOf(answer, 'refresh');
  const target = refresh === null ? null : refreshHeader(refresh);
  const links = linkHeader(headersOf(answer, 'link').join(', '));
  const all = target === null ? links : [...links, target];
  return all.map((found) => ({ ...found, href: parseCrawlUrl(found.href, answer.url) ?? found.href }));
}
