import type { HostReport, LinkLine } from '#core/archive/chunk/chunk-lines.ts';
import { CHUNK_SIZE, PAID_CHUNK_SIZE } from '#core/archive/chunk/chunk-size.ts';
import { DoneTasks } from '#core/archive/done-tasks.ts';
import type { Plan, PlanTask, PlanUnit, UnitTicket } from '#core/archive/plan.ts';
import { BlockPool } from '#core/bytes/block-writer.ts';
import { beatMs, type UnitLive } from '#core/execution/unit-store.ts';
import type { FetchAnswer, Fetcher } from '#core/fetch/fetcher.ts';
import type { HeaderPair } from '#core/fetch/headers/request-headers.ts';
import { LOCAL_USER } from '#core/model/local-user.ts';
import type { Verdict } from '#core/model/outcome.ts';
import { addressBoundOf } from '#core/politeness/address-bound.ts';
import type { LeaseOwner } from '#core/politeness/hosts/host-store.ts';
import { isRated, RequestRate } from '#core/politeness/rate/request-rate.ts';
import { UnitRate } from '#core/politeness/rate/unit-rate.ts';
import { VisitHours } from '#core/politeness/visits/visit-hours.ts';
import { headersFor, hookedVerdict } from '#core/run/unit-hooks.ts';
import { createScopeFilter, type ScopeFilter } from '#core/scope/filter/scope-filter.ts';
import { type HeaderSecrets, secretHeaders } from '#core/secrets/header-secrets.ts';
import type { ProxyAddress } from '#core/secrets/proxy-address.ts';
import { recordDigestOf } from '#core/selection/records/record-digest.ts';
import { Canonicalizer } from '#core/url/canonical-url.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { ChunkWriter } from '#engine/crawl-unit/chunk/chunk-writer.ts';
import type { RecordWriter } from '#engine/crawl-unit/chunk/record-writer.ts';
import { unitRecords } from '#engine/crawl-unit/chunk/unit-records.ts';
import { ByteShare, type StoredShare } from '#engine/crawl-unit/fetchers/byte-share.ts';
import { allowingHttp2 } from '#engine/crawl-unit/fetchers/http2-fetcher.ts';
import { watchingNetwork } from '#engine/crawl-unit/fetchers/network-watch.ts';
import { refusingOwnFaults } from '#engine/crawl-unit/fetchers/own-fault-fetcher.ts';
import { watchingProxy } from '#engine/crawl-unit/fetchers/proxy-watch.ts';
import { politeToAddresses } from '#engine/crawl-unit/hosts/address-fetcher.ts';
import { AddressGate } from '#engine/crawl-unit/hosts/address-gate.ts';
import { fewHostsEnd } from '#engine/crawl-unit/hosts/few-hosts.ts';
import type { HostFetcher } from '#engine/crawl-unit/hosts/host-fetcher.ts';
import type { HostFetcherParts } from '#engine/crawl-unit/hosts/host-fetcher-parts.ts';
import { HostSlots } from '#engine/crawl-unit/hosts/host-slots.ts';
import type { Job } from '#engine/crawl-unit/jobs/job.ts';
import { TaskSettlement } from '#engine/crawl-unit/jobs/task-settlement.ts';
import { LinkCollector } from '#engine/crawl-unit/links/link-collector.ts';
import { isByPage } from '#engine/crawl-unit/links/links-of-page.ts';
import { type HostFetchersParts, hostFetchers } from '#engine/crawl-unit/pace/host-fetchers.ts';
import { waitingHosts } from '#engine/crawl-unit/pace/waiting-hosts.ts';
import { BaseBodies } from '#engine/crawl-unit/pages/base-body.ts';
import { PageHandler } from '#engine/crawl-unit/pages/page-handler.ts';
import { PageReader, type TextReaders } from '#engine/crawl-unit/pages/page-reader.ts';
import { PageTypes } from '#engine/crawl-unit/pages/page-types.ts';
import { SitemapEntryPolicy } from '#engine/crawl-unit/pages/sitemap-entry-policy.ts';
import { SitemapHandler } from '#engine/crawl-unit/pages/sitemap-handler.ts';
import { RobotsCache } from '#engine/crawl-unit/robots/robots-cache.ts';
import { robotsThroughProxy } from '#engine/crawl-unit/robots/robots-through-proxy.ts';
import type { ExecutionPoller } from '#engine/crawl-unit/unit/execution-poller.ts';
import type { RetryingCalls } from '#engine/crawl-unit/unit/retrying-calls.ts';
import type { UnitCancellation } from '#engine/crawl-unit/unit/unit-cancellation.ts';
import { UnitTimers } from '#engine/crawl-unit/unit/unit-timers.ts';
import type { CrawlUnitOptions, WorkerPorts } from '#engine/crawl-unit/unit/worker-ports.ts';

/** Requests start in this share of a unit's time; the rest is for requests in flight. */
const STARTS_SHARE = 0.9;
/** Known links may take one part of this many of a worker's memory. */
const MEMORY_PARTS = 8;

/** Parts of a session. */
export interface SessionParts {
  readonly ports: WorkerPorts;
  readonly options: CrawlUnitOptions;
  readonly ticket: UnitTicket;
  readonly token: string;
  readonly plan: Plan;
  readonly unit: PlanUnit;
  readonly calls: RetryingCalls;
  readonly halt: UnitCancellation;
  readonly rows: ExecutionPoller;
  /** Values of the workflow's secret headers. */
  readonly secrets: HeaderSecrets;
  /** Proxy of the workflow; null: requests go straight to their hosts. */
  readonly proxy: ProxyAddress | null;
  readonly texts: TextReaders;
  readonly cookies: HostFetchersParts['cookies'];
  /** Monotonic ms when the unit began. */
  readonly begunAt: number;
}

/** Parts that the robots cache shares with the host fetchers. */
type RobotsShared = Pick<
  HostFetcherParts,
  'clock' | 'halt' | 'calls' | 'fetcher' | 'hours' | 'connections' | 'timeoutMs' | 'slotWanted'
>;

/** Figures of an invocation for its log line only; its chunks are its result. */
export type UnitWork = Omit<UnitLive, 'waiting'>;

/** One invocation's work on its unit, from the plan to the last chunk. */
export class UnitSession {
  readonly #parts: SessionParts;
  readonly #writer: ChunkWriter;
  readonly #reports: TaskSettlement;
  readonly #scopeFilter: ScopeFilter;
  readonly #collector: LinkCollector;
  readonly #headers: (url: CrawlUrl) => readonly HeaderPair[];
  readonly #records: RecordWriter | null;
  readonly #hosts: HostFetcher[];
  /** Null if the workflow does not bound addresses. */
  readonly #addresses: AddressGate | null;

  /** @param tasks of the unit; the session drops each from memory when its turn comes */
  constructor(parts: SessionParts, tasks: readonly PlanTask[]) {
    this.#parts = parts;
    const { ports, plan, halt, calls, ticket, token } = parts;
    const { workflow, settings } = plan;
    const { archive, clock, random, usage } = ports;
    const { allowPrivateNetwork } = settings;
    const { hooks = {} } = parts.options;
    const redacted = new Set(secretHeaders(workflow).map((name) => name.toLowerCase()));
    // the cookie of a sign-in is a credential too
    if (parts.cookies !== null && redacted.size > 0) redacted.add('cookie');
    this.#headers = headersFor(workflow, { secrets: parts.secrets, hooks, redacted });
    this.#scopeFilter = createScopeFilter(workflow, plan.scopeSeeds, {
      allowPrivateNetwork,
      blocklist: blocklistOf(parts),
    });
    this.#addresses = addressGateOf(parts);
    const keys = new Canonicalizer(workflow.key);
    const blocks = ports.blocks ?? new BlockPool();
    this.#collector = new LinkCollector({
      workflow,
      keys,
      decide: (url) => hookedVerdict(hooks, url, this.#scopeFilter.decide(url, { nofollow: false, seed: false })),
      clock,
      own: new Set(isByPage(workflow.order) ? [] : tasks.map((task) => task.key)),
      edge: (line: LinkLine) => this.#writer.link(line),
      mostCharacters: (plan.memoryMb * 1024 * 1024) / MEMORY_PARTS,
      blocks,
    });
    this.#writer = new ChunkWriter({
      archive,
      calls,
      clock,
      random,
      usage,
      size: parts.options.paidByTime === true ? PAID_CHUNK_SIZE : CHUNK_SIZE,
      ticket,
      token,
      warcinfo: workflow.output.warc ? warcinfoOf(plan) : null,
      secrets: redacted,
      links: this.#collector,
      recordDigest: recordDigestOf(workflow),
      matched: () => this.#scopeFilter.matched(),
      done: new DoneTasks(tasks.map(({ key }) => key)),
      halt,
      blocks,
    });
    this.#reports = new TaskSettlement(clock, (line) => this.#writer.outcome(line));
    const reader = new PageReader(workflow, this.#collector, { sketched: plan.sketched, texts: parts.texts });
    const own = { writer: this.#writer, reports: this.#reports, scopeFilter: this.#scopeFilter };
    const bodies = new BaseBodies({ archive, calls, decodeBody: ports.decodeBody });
    this.#records = unitRecords(ports, plan, (record) => this.#writer.record(record));
    const records = this.#records;
    const pages = new PageHandler({ ...own, plan, clock, reader, records, keys, bodies });
    this.#hosts = this.#hostFetchers(this.#hostFetcherParts(pages, tasks), tasks);
  }

  /**
   * Ends when every task was reported and every chunk is durable, or when the unit is no longer
   * wanted.
   * @returns what it did @throws what made it impossible to continue
   */
  async run(): Promise<UnitWork> {
    const { ports, plan, ticket, token, calls, halt } = this.#parts;
    const timers = new UnitTimers({
      clock: ports.clock,
      halt,
      startsUntil: this.#startsUntil(),
      startsEnd: this.#deadline() < this.#unitPart(STARTS_SHARE) ? 'deadline' : 'unit-time',
      endsAt: this.#unitPart(1),
      beatMs: () => this.#beatMs(),
      beat: () => this.#beat(),
    });
    timers.start();
    const park = (): void => halt.stopStarts('stop');
    const { parked, paidByTime = false } = this.#parts.options;
    parked?.addEventListener('abort', park, { once: true });
    if (parked?.aborted === true) park();
    const few = fewHostsEnd({ clock: ports.clock, halt, plan, hosts: this.#hosts.length, paidByTime });
    const ends = await Promise.allSettled(this.#hosts.map((host) => host.run().finally(() => few?.hostEnded())));
    few?.stop();
    for (const end of ends) if (end.status === 'rejected') halt.fail(end.reason);
    await timers.stop();
    if (halt.cause !== 'failed') await this.#addresses?.release();
    parked?.removeEventListener('abort', park);
    if (halt.silent) {
      await this.#writer.settle();
      if (halt.cause === 'failed') throw halt.error;
      return this.#reports.live;
    }
    await this.#writer.finish(this.#hostReports());
    const { unit } = ticket;
    const now = Math.floor(ports.clock.now());
    await calls.write('unit-end', String(unit), () => ports.units.end(ticket, token, now));
    return this.#reports.live;
  }

  /** Reports progress, reads whether the unit is still wanted, and writes a chunk that is due. */
  async #beat(): Promise<void> {
    const { ports, ticket, token, calls, rows, halt } = this.#parts;
    const { unit } = ticket;
    const waiting = waitingHosts(ports.clock, this.#hosts, this.#addresses);
    const live = { ...this.#reports.live, waiting };
    const now = Math.floor(ports.clock.now());
    const beat = calls.write('beat', String(unit), () => ports.units.beat(ticket, token, { now, live }));
    await Promise.all([beat, rows.look(), this.#addresses?.releaseIdle()]);
    if (this.#writer.isOld(this.#beatMs()) && halt.cause === null) this.#writer.begin();
  }

  #beatMs(): number {
    const { plan, ports, begunAt, options } = this.#parts;
    return beatMs(plan.units.length, options.paidByTime === true ? ports.clock.monotonic() - begunAt : 0);
  }

  #hostReports(): HostReport[] {
    return this.#hosts.flatMap(({ host, delayMs }) => (delayMs === null ? [] : [{ host, delayMs }]));
  }

  /** End of that part of the unit's time (monotonic ms). */
  #unitPart(part: number): number {
    return this.#parts.begunAt + part * this.#parts.plan.unitMs;
  }

  /** End of `limits.seconds` (monotonic ms). */
  #deadline(): number {
    const { plan, ports } = this.#parts;
    if (plan.deadlineAt === null) return Number.POSITIVE_INFINITY;
    return ports.clock.monotonic() + plan.deadlineAt - ports.clock.now();
  }

  #startsUntil(): number {
    return Math.min(this.#deadline(), this.#unitPart(STARTS_SHARE));
  }

  #hostFetcherParts(pages: PageHandler, tasks: readonly PlanTask[]): HostFetcherParts {
    const { ports, plan, unit, calls, halt } = this.#parts;
    const { workflow } = plan;
    const { clock } = ports;
    const { pageBytes } = workflow.limits;
    const hours = new VisitHours(workflow.politeness.window);
    const slots = new HostSlots(workflow.hostsPerWorker);
    const shared = {
      clock,
      halt,
      calls,
      fetcher: this.#politeFetcher(),
      hours,
      connections: unit.serial ? 1 : workflow.politeness.connectionsPerHost,
      timeoutMs: workflow.fetch.timeoutSeconds * 1000,
      slotWanted: (): boolean => slots.isWanted,
    };
    const robots = this.#robots(shared);
    const rate = this.#rate();
    const mayRequest = (): boolean => {
      const may = halt.cause === null && hours.isOpen(clock.now());
      if (may) rate?.started(clock.monotonic(), clock.now());
      return may;
    };
    return {
      ...shared,
      slots,
      share: new ByteShare(unit.bytesShare, { pageBytes, serial: unit.serial, stored: this.#storedShare() }),
      pages,
      reports: this.#reports,
      types: new PageTypes(workflow),
      sitemaps: this.#sitemapHandler(pages, tasks, { robots, mayRequest }),
      robots,
      blocked: this.#blocked(),
      retry: workflow.retry,
      rate,
      headFirst: workflow.fetch.headFirst,
      doubtsHead: workflow.external.checks !== null,
      tunesTimeout: workflow.fetch.tuneTimeout,
      pageBytes,
      cutsPages: workflow.fetch.largePages === 'cut',
      unitMs: plan.unitMs,
      startsUntil: this.#startsUntil(),
      afterPage: () => (this.#writer.isFull || this.#records?.isBusy === true ? this.#pause() : undefined),
    };
  }

  /** Null if the workflow ignores robots.txt. */
  #robots(shared: RobotsShared): RobotsCache | null {
    const { ports, plan, rows } = this.#parts;
    const { robots, userAgent, robotsMatch, robotsError } = plan.workflow.politeness;
    if (robots === 'ignore') return null;
    const proxied = { owner: rows.owner ?? LOCAL_USER, proxy: plan.workflow.fetch.proxy };
    const hostStore = robotsThroughProxy(ports.hosts, proxied);
    const keep = (answer: FetchAnswer, url: CrawlUrl): void => void this.#writer.exchange(answer, url);
    return new RobotsCache({
      ...shared,
      hostStore,
      archive: ports.archive,
      userAgent,
      robotsMatch,
      robotsError,
      keep,
    });
  }

  /** The unit's fetcher, which keeps the bounds of addresses. */
  #politeFetcher(): Fetcher {
    const { ports, plan } = this.#parts;
    const given = this.#fetcher();
    const unbound = plan.workflow.fetch.http2 ? allowingHttp2(given) : given;
    return this.#addresses === null ? unbound : politeToAddresses(unbound, this.#addresses, ports.clock);
  }

  #fetcher(): Fetcher {
    const { ports, plan, halt, proxy } = this.#parts;
    const given = refusingOwnFaults(ports.fetcher(plan.settings, proxy));
    const way = proxy === null ? given : watchingProxy(given, (words) => halt.proxyGone(words));
    const { clock } = ports;
    const { witnesses = [] } = plan;
    return watchingNetwork(way, { clock, witnesses, gone: (words) => halt.networkGone(words) });
  }

  /** Null if no quota bounds what the unit archives. */
  #storedShare(): StoredShare | null {
    const { storedShare } = this.#parts.unit;
    return storedShare === undefined ? null : { most: storedShare, used: () => this.#writer.storedBytes };
  }

  #rate(): UnitRate | null {
    const { plan, unit, begunAt } = this.#parts;
    const { politeness } = plan.workflow;
    if (!isRated(politeness)) return null;
    const of = { rate: new RequestRate(politeness), share: unit.rateShare ?? 1, unit: unit.unit, unitMs: plan.unitMs };
    return new UnitRate(of, begunAt);
  }

  #sitemapHandler(
    pages: PageHandler,
    tasks: readonly PlanTask[],
    { robots, mayRequest }: { robots: RobotsCache | null; mayRequest: () => boolean },
  ): SitemapHandler {
    const { workflow } = this.#parts.plan;
    const headers = this.#headers;
    const check = new SitemapEntryPolicy({ robots, scopeFilter: this.#scopeFilter, headers, mayRequest });
    const parts = { writer: this.#writer, reports: this.#reports, collector: this.#collector, pages, check };
    return new SitemapHandler(parts, workflow.sitemaps === 'auto' ? tasks : []);
  }

  /** Waits until records and chunks have room for another page. */
  async #pause(): Promise<void> {
    await this.#records?.room();
    if (this.#writer.isFull) await this.#writer.flush();
  }

  /** Checks jobs against the blocklist, which may have grown since their admission. */
  #blocked(): ((job: Job) => Verdict | null) | null {
    if (blocklistOf(this.#parts).length === 0) return null;
    return ({ url }) => {
      const verdict = this.#scopeFilter.decide(url, { nofollow: false, seed: true });
      return verdict.reason === 'blocklist' ? verdict : null;
    };
  }

  #hostFetchers(shared: HostFetcherParts, tasks: readonly PlanTask[]): HostFetcher[] {
    const { ports, plan, rows, cookies } = this.#parts;
    const owner = ownerOf(this.#parts);
    const { politeness } = plan.workflow;
    const headers = this.#headers;
    const isProxied = this.#parts.proxy !== null;
    const stores = { owner, rows, hostStore: ports.hosts, isProxied };
    return hostFetchers({ shared, ...stores, politeness, headers, cookies }, tasks);
  }
}

/** The unit's name as an owner of leases. */
const ownerOf = ({ ticket }: SessionParts): LeaseOwner => `${ticket.execution}/${ticket.wave}/${ticket.unit}`;

function addressGateOf(parts: SessionParts): AddressGate | null {
  const { ports, plan, calls, rows, halt } = parts;
  const bound = addressBoundOf(plan.workflow.politeness);
  if (bound === null) return null;
  const owner = ownerOf(parts);
  return new AddressGate({ bound, owner, hostStore: ports.hosts, calls, clock: ports.clock, rows, halt });
}

/** WARC 1.1 §6.3: what wrote the file, and for what. */
const warcinfoOf = ({ execution, workflow }: Plan): Record<string, string> => ({
  software: 'Surf',
  format: 'WARC File Format 1.1',
  isPartOf: execution,
  'http-header-user-agent': workflow.politeness.userAgent,
  robots: workflow.politeness.robots,
});

/** The blocklists of the worker and of the plan. */
const blocklistOf = ({ options, plan }: Pick<SessionParts, 'options' | 'plan'>): readonly string[] => [
  ...(options.blocklist ?? []),
  ...(plan.blocklist ?? []),
];
