import type { SiteSample, UnreadLinks } from '#core/estimate/site-sample.ts';
import type { FetchAnswer, FetchFailure } from '#core/fetch/fetcher.ts';
import { headerOf } from '#core/fetch/headers/response-headers.ts';
import { classifyStatus } from '#core/fetch/status.ts';
import type { Clock } from '#core/model/clock.ts';
import { type HostKey, hostKeyOf } from '#core/politeness/hosts/host-key.ts';
import { type CrawlUrl, parseCrawlUrl } from '#core/url/crawl-url.ts';
import { originOf } from '#core/url/origin.ts';
import { seedUrls } from '#core/url/seed/seed.ts';
import { utf8Of } from '#engine/crawl-unit/pages/page-handler.ts';
import { CrawlRules } from '#engine/estimate/crawl-rules.ts';
import { type KnownAddress, KnownAddresses } from '#engine/estimate/known-addresses.ts';
import type { SampleRequest } from '#engine/estimate/sample-request.ts';
import { type SampledHost, SampledHosts } from '#engine/estimate/sampled-hosts.ts';
import { MOST_SITEMAP_BYTES, SitemapTally, type WaitingSitemap } from '#engine/estimate/sitemap-tally.ts';
import { storedBytes } from '#engine/estimate/stored-bytes.ts';
import { outcomeOf } from '#engine/preview/preview.ts';
import type { PreviewFetch } from '#engine/preview/preview-fetch.ts';

const MOST_REQUESTS = 40;
/** Most bytes of all pages, and of the addresses that they link: reading both takes CPU. */
const MOST_BYTES = 20 * 1024 * 1024;
/** Most bytes of one page; a larger one counts with this, and its links are not read. */
const MOST_PAGE_BYTES = 2 * 1024 * 1024;
/** Hosts of which Surf requests a `/sitemap.xml` that nothing names. */
const MOST_GUESSES = 3;
/** Time before the end in which no request begins. */
const LAST_MS = 1_500;

export interface SamplerParts extends Required<SampleRequest> {
  readonly fetch: PreviewFetch;
  readonly clock: Clock;
}

/** Makes the requests of one sample, each host's one after another, several hosts at once. */
export class SiteSampler {
  readonly #parts: SamplerParts;
  readonly #rules: CrawlRules;
  readonly #hosts: SampledHosts;
  readonly #addresses: KnownAddresses;
  readonly #sitemaps = new SitemapTally();
  readonly #begunAt: number;
  readonly #pages: SiteSample['pages'] = [];
  readonly #growth: number[] = [];
  #guesses = 0;
  #fault: SiteSample['fault'] = null;
  #tried = 0;
  /** Was a page too large to look for links? */
  #leavesPages = false;
  #bytes = 0;

  constructor(parts: SamplerParts) {
    this.#parts = parts;
    this.#rules = new CrawlRules(parts);
    this.#hosts = new SampledHosts(parts.workflow.politeness, parts.clock);
    this.#addresses = new KnownAddresses(parts.workflow);
    this.#begunAt = parts.clock.monotonic();
  }

  async run(): Promise<SiteSample> {
    this.#addSeeds();
    const inFlight = new Set<Promise<void>>();
    for (;;) {
      const turn = this.#mayAsk(inFlight.size) ? this.#hosts.nextTurn(this.#waitingHosts()) : null;
      const isLate = turn !== null && turn.at > this.#endAt();
      if (turn !== null && !isLate && turn.at <= this.#parts.clock.monotonic()) {
        const visit = this.#visit(turn.host).finally(() => inFlight.delete(visit));
        inFlight.add(visit);
        continue;
      }
      if (inFlight.size === 0 && (turn === null || isLate)) return this.#result();
      await this.#change(inFlight, turn === null || isLate ? null : turn.at);
    }
  }

  /** Waits until a request has ended, or the next one may begin. */
  async #change(inFlight: ReadonlySet<Promise<void>>, at: number | null): Promise<void> {
    if (at === null) return await Promise.race(inFlight);
    const over = new AbortController();
    const pause = this.#parts.clock.sleep(at - this.#parts.clock.monotonic(), over.signal);
    await Promise.race([...inFlight, pause]);
    over.abort();
  }

  #addSeeds(): void {
    const { workflow } = this.#parts;
    for (const text of seedUrls(workflow.seeds)) {
      const url = parseCrawlUrl(text);
      if (url === null) continue;
      const { reason, rule } = this.#rules.ofSeed(url);
      if (reason === null) this.#addresses.add(url, 0, 'seed');
      else this.#fault ??= { url, reason, message: rule ?? '' };
    }
    if (!Array.isArray(workflow.sitemaps)) return;
    for (const text of workflow.sitemaps) {
      const url = parseCrawlUrl(text);
      if (url !== null) this.#nameSitemap(url, { by: hostKeyOf(url), isRead: true, isGuess: false });
    }
  }

  #nameSitemap(url: CrawlUrl, how: Pick<WaitingSitemap, 'by' | 'isRead' | 'isGuess'>): void {
    if (this.#rules.admitsSitemap(url, how)) this.#sitemaps.name({ url, depth: 0, hops: 0, ...how });
  }

  #waitingHosts(): Set<HostKey> {
    return new Set([...this.#addresses.waitingHosts(), ...this.#sitemaps.waitingHosts()]);
  }

  #mayAsk(inFlight: number): boolean {
    return this.#parts.fetch.requests + inFlight < MOST_REQUESTS && this.#bytes < MOST_BYTES;
  }

  #endAt(): number {
    return this.#begunAt + this.#parts.mostMs - LAST_MS;
  }

  async #visit(host: SampledHost): Promise<void> {
    host.isBusy = true;
    try {
      if (!host.isRobotsRead) return await this.#readRobots(host);
      const address = this.#nextPage(host);
      // The first page says whether there is anything; then sitemaps, then the draw.
      const sitemap = address?.isSeed === true ? null : this.#sitemaps.take(host.host);
      if (sitemap !== null) await this.#readSitemap(host, sitemap);
      else if (address !== null) await this.#readPage(host, address);
    } finally {
      host.isBusy = false;
    }
  }

  #nextPage(host: SampledHost): KnownAddress | null {
    return this.#addresses.next(host.host, host.requests % 2 === 0 ? 'linked' : 'listed');
  }

  async #readRobots(host: SampledHost): Promise<void> {
    const first = this.#nextPage(host);
    host.isRobotsRead = true;
    if (first === null) return; // only a sitemap is there
    const { workflow, fetch } = this.#parts;
    const robots = await fetch.originRobots(first.url);
    if ('ok' in robots) {
      host.isOver = true;
      this.#fault ??= faultOf(first.url, robots);
      return;
    }
    const { rules } = robots;
    if (rules !== null) this.#rules.learn(originOf(first.url), rules);
    host.crawlDelaySeconds = rules?.crawlDelaySeconds ?? null;
    host.clock.learnCrawlDelay(host.crawlDelaySeconds);
    if (Array.isArray(workflow.sitemaps)) return;
    const named = rules?.sitemaps ?? [];
    const isRead = workflow.sitemaps === 'auto';
    for (const url of named) this.#nameSitemap(url as CrawlUrl, { by: host.host, isRead, isGuess: false });
    const guess = parseCrawlUrl('/sitemap.xml', first.url);
    if (named.length === 0 && guess !== null && this.#guesses < MOST_GUESSES) {
      this.#guesses += 1;
      this.#nameSitemap(guess, { by: host.host, isRead: false, isGuess: true });
    }
  }

  async #readSitemap(host: SampledHost, sitemap: WaitingSitemap): Promise<void> {
    const robots = await this.#parts.fetch.robots(sitemap.url);
    if ('ok' in robots || !robots.allowed) return this.#sitemaps.missed(sitemap);
    this.#hosts.started(host);
    const result = await this.#parts.fetch.sitemap(sitemap.url, MOST_SITEMAP_BYTES);
    if (!result.ok) {
      this.#hosts.failed(host);
      return this.#sitemaps.missed(sitemap);
    }
    this.#hosts.answered(host, result);
    const target = redirectOf(result, sitemap.url);
    if (target !== null) {
      if (this.#rules.admitsSitemap(target, sitemap)) this.#sitemaps.moved(sitemap, target);
      else this.#sitemaps.missed(sitemap);
      return;
    }
    this.#sitemaps.read(sitemap, result, ({ url, listed }) => {
      const belongs = this.#rules.takes(url) && this.#rules.isWithinDepth(1);
      if (belongs) this.#addresses.add(url, 1, 'sitemap', listed);
      return belongs;
    });
  }

  async #readPage(host: SampledHost, address: KnownAddress): Promise<void> {
    const { fetch } = this.#parts;
    const { url } = address;
    address.isAsked = true;
    const robots = await fetch.robots(url);
    if ('ok' in robots || !robots.allowed) {
      this.#addresses.forget(address);
      this.#fault ??= 'ok' in robots ? faultOf(url, robots) : robotsFault(url, robots);
      return;
    }
    this.#hosts.started(host);
    const result = await fetch.page(url, MOST_PAGE_BYTES);
    if (result.ok) {
      this.#tried += 1;
      this.#hosts.answered(host, result);
      this.#bytes += result.body.length;
      const grown = this.#take(address, result);
      if (!address.isSeed) this.#growth.push(grown);
      if (result.status === 429 || result.status === 503) host.isOver = true;
    } else if (this.#parts.clock.monotonic() < this.#begunAt + this.#parts.mostMs) {
      this.#tried += 1;
      this.#hosts.failed(host);
      this.#fault ??= faultOf(url, result);
    }
  }

  /** @returns addresses that nothing linked before */
  #take({ url, depth, isSeed }: KnownAddress, answer: FetchAnswer): number {
    const target = redirectOf(answer, url);
    if (target !== null) {
      if (isSeed) this.#rules.widen(target);
      return this.#found(target, depth) ? 1 : 0;
    }
    const outcome = outcomeOf(answer);
    const isLarge = outcome.reason === 'too-large' && this.#parts.workflow.limits.pageBytes > MOST_PAGE_BYTES;
    if (outcome.type !== 'page' && !isLarge) {
      this.#fault ??= { url, reason: outcome.reason, message: outcome.message ?? '' };
      return 0;
    }
    const ms = Math.max(0, answer.endedAt - answer.startedAt);
    const size = isLarge ? MOST_PAGE_BYTES : answer.body.length;
    this.#pages.push({ bytes: size, storedBytes: isLarge ? size : storedBytes(answer), ms });
    this.#leavesPages ||= isLarge;
    if (isLarge) return 0;
    const links = this.#rules.linksOf(url, answer);
    this.#bytes += links.reduce((sum, link) => sum + link.length, 0);
    return links.filter((link) => this.#found(link, depth + 1)).length;
  }

  #found(url: CrawlUrl, depth: number): boolean {
    return this.#rules.takes(url) && this.#rules.isWithinDepth(depth) && this.#addresses.add(url, depth, 'link');
  }

  #unreadLinks(): UnreadLinks[] {
    const reasons: [applies: boolean, reason: UnreadLinks][] = [
      [this.#rules.leavesLinks, 'links-of-a-page'],
      [this.#leavesPages, 'bytes-of-a-page'],
      [this.#bytes >= MOST_BYTES, 'bytes-of-all'],
    ];
    return reasons.filter(([applies]) => applies).map(([, reason]) => reason);
  }

  #result(): SiteSample {
    const all = [...this.#addresses.all];
    const hosts = new Map<HostKey, number>();
    for (const { host, listed } of all) hosts.set(host, (hosts.get(host) ?? 0) + Math.max(1, listed));
    const listed = all.filter(({ links, listed: count }) => links > 0 && count > 0);
    const linked = all.filter(({ links, isSeed }) => links > 0 || isSeed);
    const unasked = all.filter(({ isAsked }) => !isAsked);
    return {
      requests: this.#parts.fetch.requests,
      ms: this.#parts.clock.monotonic() - this.#begunAt,
      hosts: [...hosts]
        .map(([host, known]) => {
          const { address = null, crawlDelaySeconds = null } = this.#hosts.find(host) ?? {};
          return { host, address, crawlDelaySeconds, known };
        })
        .sort((a, b) => b.known - a.known),
      sitemaps: this.#sitemaps.result(listed.reduce((sum, { listed: count }) => sum + count, 0)),
      links: {
        known: linked.length,
        seeds: linked.filter(({ isSeed }) => isSeed).length,
        unasked: unasked.length,
        once: unasked.filter(({ links }) => links === 1).length,
        twice: unasked.filter(({ links }) => links === 2).length,
        growth: this.#growth,
        tooDeep: this.#rules.tooDeep,
      },
      tried: this.#tried,
      pages: this.#pages,
      unreadLinks: this.#unreadLinks(),
      fault: this.#pages.length === 0 ? this.#fault : null,
    };
  }
}

function redirectOf(answer: FetchAnswer, from: CrawlUrl): CrawlUrl | null {
  const location = headerOf(answer, 'location');
  if (classifyStatus(answer.status, location !== null) !== 'redirect') return null;
  return parseCrawlUrl(utf8Of(location ?? ''), from);
}

const faultOf = (url: CrawlUrl, { reason, message }: FetchFailure): SiteSample['fault'] => ({ url, reason, message });

function robotsFault(url: CrawlUrl, robots: { pattern: string | null; status: number | null }): SiteSample['fault'] {
  if (robots.pattern !== null) return { url, reason: 'robots', message: robots.pattern };
  const message =
    robots.status === null ? 'its robots.txt could not be fetched' : `its robots.txt answers ${robots.status}`;
  return { url, reason: 'robots-unreachable', message };
}
