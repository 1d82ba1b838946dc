import type { RunSettings } from '#core/execution/execution.ts';
import { botWallOf } from '#core/fetch/bot-wall.ts';
import type { FetchAnswer, Fetcher, FetchFailure } from '#core/fetch/fetcher.ts';
import { headerOf } from '#core/fetch/headers/response-headers.ts';
import { classifyStatus } from '#core/fetch/status.ts';
import type { Clock } from '#core/model/clock.ts';
import type { FailReason, SkipReason, Verdict } from '#core/model/outcome.ts';
import { createScopeFilter, type ScopeFilter } from '#core/scope/filter/scope-filter.ts';
import { secretHeaders } from '#core/secrets/header-secrets.ts';
import type { ProxyAddress } from '#core/secrets/proxy-address.ts';
import { SelectionRules } from '#core/selection/compiled/selection-rules.ts';
import type { Extractor } from '#core/selection/extractor.ts';
import type { RecordError } from '#core/selection/records/record-lines.ts';
import type { Selection } from '#core/selection/selection.ts';
import { type CrawlUrl, parseCrawlUrl } from '#core/url/crawl-url.ts';
import { seedUrls } from '#core/url/seed/seed.ts';
import type { Workflow } from '#core/workflow/workflow.ts';
import { utf8Of } from '#engine/crawl-unit/pages/page-handler.ts';
import { PreviewFetch, type RobotsSaid } from '#engine/preview/preview-fetch.ts';
import { previewProxy } from '#engine/preview/preview-proxy.ts';
import { type PreviewLink, type ReadPage, readPreview } from '#engine/preview/read-preview.ts';

export interface PreviewPorts {
  /** The fetcher that obeys the settings; closed when the preview has ended. */
  readonly fetcher: (settings: RunSettings, proxy: ProxyAddress | null) => Fetcher;
  readonly extractor: (selection: Selection) => Extractor;
  readonly clock: Clock;
}

export interface PreviewRequest {
  readonly url: CrawlUrl;
  /** Workflow whose rules hold. */
  readonly workflow: Workflow;
  readonly settings: RunSettings;
  /**
   * Globs, and host names with all below, that the deployment never requests.
   * @default none
   */
  readonly blocklist?: readonly string[];
}

/** The outcome of the address. */
export type PreviewOutcome =
  | { readonly type: 'page'; readonly reason: null; readonly message: null }
  | { readonly type: 'skipped'; readonly reason: SkipReason; readonly message: string | null }
  | { readonly type: 'failed'; readonly reason: FailReason; readonly message: string };

export interface Preview {
  /** Address as it is fetched. `redirects` lists each address that redirected, with its status. */
  readonly url: CrawlUrl;
  readonly redirects: readonly { readonly url: string; readonly status: number }[];
  readonly outcome: PreviewOutcome;
  /**
   * Secret headers of the workflow: a preview sends none of them, so a site may answer otherwise
   * than in a crawl.
   */
  readonly secretsNotSent: readonly string[];
  /** Null if it was not requested, as a rule refused the address, or there was nobody to answer. */
  readonly robots: RobotsSaid | null;
  /** The last answer; null when there was none. */
  readonly answer: PreviewAnswer | null;
  /** Null if it is not a page. */
  readonly page: ReadPage | null;
  readonly links: { readonly total: number; readonly items: readonly PreviewLink[] };
  /** Null without a selection policy, and when no rule applies. */
  readonly record: Readonly<Record<string, unknown>> | null;
  readonly recordErrors: readonly RecordError[];
}

export interface PreviewAnswer {
  readonly url: string;
  readonly status: number;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly address: string | null;
  readonly ms: number;
}

const NO_LINKS = { total: 0, items: [] };
const NOTHING = { answer: null, page: null, links: NO_LINKS, record: null, recordErrors: [] };

/**
 * Fetches one URL now, as a crawl of the workflow would, and tells what it would make of it: which
 * rule refuses it, what robots.txt says, what the selection policy takes, which links are followed
 * and why others are not. Every rule of safety holds as in a crawl: addresses, robots.txt, sizes,
 * 20 seconds in all. Nothing is stored; there is no execution.
 *
 * @throws SurfError STORE_UNAVAILABLE when there is nobody who could extract
 */
export async function preview(ports: PreviewPorts, request: PreviewRequest): Promise<Preview> {
  const { workflow, settings } = request;
  const fetcher = ports.fetcher(settings, previewProxy(workflow));
  const fetch = new PreviewFetch({ workflow, fetcher, clock: ports.clock });
  try {
    return await new Previewing(ports, request, fetch).run();
  } finally {
    fetch.close();
    await fetcher.close();
  }
}

class Previewing {
  readonly #ports: PreviewPorts;
  readonly #request: PreviewRequest;
  readonly #fetch: PreviewFetch;
  readonly #scopeFilter: ScopeFilter;
  readonly #redirects: { url: string; status: number }[] = [];
  #url: CrawlUrl;
  #robots: RobotsSaid | null = null;

  constructor(ports: PreviewPorts, request: PreviewRequest, fetch: PreviewFetch) {
    this.#ports = ports;
    this.#request = request;
    this.#fetch = fetch;
    this.#url = request.url;
    this.#scopeFilter = this.#scopeFilterOf(seedUrls(request.workflow.seeds));
  }

  async run(): Promise<Preview> {
    const { url, workflow } = this.#request;
    const isSeed = seedUrls(workflow.seeds).includes(url);
    for (let hop = 0; ; hop++) {
      const verdict = this.#scopeFilter.decide(this.#url, {
        nofollow: false,
        seed: isSeed && hop === 0,
        scopeExempt: isSeed,
      });
      if (verdict.reason !== null) return this.#previewOf(skipped(verdict));
      const robots = await this.#fetch.robots(this.#url);
      if ('ok' in robots) return this.#previewOf(unreachable(robots));
      this.#robots = robots;
      if (!this.#robots.allowed) return this.#previewOf(refused(this.#robots));
      const result = await this.#fetch.page(this.#url);
      if (!result.ok) return this.#previewOf(unreachable(result));
      const next = this.#redirectOf(result);
      if (next === null) return await this.#read(result);
      if (hop >= workflow.fetch.redirects) {
        return this.#previewOf({ type: 'skipped', reason: 'too-many-redirects', message: null }, result);
      }
      this.#redirects.push({ url: this.#url, status: result.status });
      this.#url = next;
    }
  }

  #scopeFilterOf(seeds: readonly string[]): ScopeFilter {
    const { workflow, settings, blocklist } = this.#request;
    const { allowPrivateNetwork } = settings;
    return createScopeFilter(workflow, seeds, { allowPrivateNetwork, ...(blocklist !== undefined && { blocklist }) });
  }

  /** Target of the answer if it is a redirect to an http(s) address, else null. */
  #redirectOf(answer: FetchAnswer): CrawlUrl | null {
    const location = headerOf(answer, 'location');
    if (classifyStatus(answer.status, location !== null) !== 'redirect') return null;
    return parseCrawlUrl(utf8Of(location ?? ''), this.#url);
  }

  async #read(answer: FetchAnswer): Promise<Preview> {
    const outcome = outcomeOf(answer);
    if (outcome.type !== 'page') return this.#previewOf(outcome, answer);
    const { workflow, settings, url } = this.#request;
    // The end of a seed's redirects widens the scope, as in a crawl.
    const given = seedUrls(workflow.seeds);
    const seeds = given.includes(url) ? [...given, this.#url] : given;
    const read = readPreview(answer, {
      url: this.#url,
      workflow,
      seeds,
      settings,
      scopeFilter: this.#scopeFilterOf(seeds),
    });
    return { ...this.#previewOf(outcome, answer), ...read, ...(await this.#extract(answer, read.page.charset)) };
  }

  async #extract(answer: FetchAnswer, charset: string): Promise<Pick<Preview, 'record' | 'recordErrors'>> {
    const { selection } = this.#request.workflow;
    const contentType = headerOf(answer, 'content-type');
    const { url } = this.#request;
    if (selection === null || !new SelectionRules(selection).applies(url, contentType)) {
      return { record: null, recordErrors: [] };
    }
    const page = { url, address: this.#url, contentType, charset, body: answer.body };
    const text = await this.#ports.extractor(selection).extract(page);
    const { record, errors } = JSON.parse(text) as { record: Record<string, unknown>; errors: RecordError[] };
    return { record, recordErrors: errors };
  }

  #previewOf(outcome: PreviewOutcome, answer?: FetchAnswer): Preview {
    const secretsNotSent = secretHeaders(this.#request.workflow);
    const known = {
      url: this.#request.url,
      redirects: this.#redirects,
      outcome,
      secretsNotSent,
      robots: this.#robots,
      ...NOTHING,
    };
    if (answer === undefined) return known;
    const { status, address, startedAt, endedAt } = answer;
    const headers = answer.headers.map(([name, value]) => ({ name, value }));
    return { ...known, answer: { url: this.#url, status, headers, address, ms: Math.max(0, endedAt - startedAt) } };
  }
}

const unreachable = ({ reason, message }: FetchFailure): PreviewOutcome =>
  reason === 'blocked-address' ? { type: 'skipped', reason, message } : { type: 'failed', reason, message };

const skipped = ({ reason, rule }: Verdict): PreviewOutcome => ({
  type: 'skipped',
  reason: reason ?? 'invalid-url',
  message: rule ?? null,
});

function refused({ status, pattern }: RobotsSaid): PreviewOutcome {
  if (pattern !== null) return { type: 'skipped', reason: 'robots', message: pattern };
  const message = status === null ? 'its robots.txt could not be fetched' : `its robots.txt answers ${status}`;
  return { type: 'failed', reason: 'robots-unreachable', message };
}

/** Settles the answer of an address that redirects to no other, as a crawl would. */
export function outcomeOf(answer: FetchAnswer): PreviewOutcome {
  const wall = botWallOf(answer, answer.body);
  if (wall !== null) return { type: 'failed', reason: 'blocked', message: `${wall.service} (${wall.sign})` };
  const status = classifyStatus(answer.status, headerOf(answer, 'location') !== null);
  const words = `${answer.status} ${answer.statusText}`.trim();
  if (status === 'redirect')
    return { type: 'skipped', reason: 'invalid-url', message: 'its Location is not an http(s) URL' };
  if (status === 'http-5xx') return { type: 'failed', reason: 'http-5xx', message: words };
  if (status === 'protocol' || status === 'not-modified') return { type: 'failed', reason: 'protocol', message: words };
  if (status !== 'page') return { type: 'failed', reason: 'http-4xx', message: words };
  switch (answer.end) {
    case 'complete':
    case 'cut':
      return { type: 'page', reason: null, message: null };
    case 'left':
      return { type: 'skipped', reason: 'content-type', message: headerOf(answer, 'content-type') };
    case 'too-large':
      return { type: 'skipped', reason: 'too-large', message: null };
    case 'decode':
      return { type: 'failed', reason: 'decode', message: 'the Content-Encoding is damaged' };
    default:
      return { type: 'failed', reason: 'truncated', message: `the body ended early: ${answer.end}` };
  }
}
