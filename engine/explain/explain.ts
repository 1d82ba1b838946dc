import type { Archive } from '#core/archive/archive.ts';
import type { PlanTask } from '#core/archive/plan.ts';
import type { Catalog } from '#core/execution/catalog.ts';
import { type Execution, isOver } from '#core/execution/execution.ts';
import { Explanation } from '#core/execution/explanation.ts';
import type { TaskIndex, TaskRow } from '#core/execution/task-index.ts';
import type { UnitStore } from '#core/execution/unit-store.ts';
import type { Frontier } from '#core/frontier/frontier.ts';
import type { Clock } from '#core/model/clock.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { stateOfOutcome } from '#core/model/outcome.ts';
import { hostKeyOf } from '#core/politeness/hosts/host-key.ts';
import type { HostStore } from '#core/politeness/hosts/host-store.ts';
import { urlKey } from '#core/url/canonical-url.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { explainUrl, mergeRules, type UrlForms } from '#core/url/explain-url.ts';
import { seedUrls } from '#core/url/seed/seed.ts';
import type { UrlKey } from '#core/url/url-key.ts';
import { limitsInForce } from '#core/workflow/limits-in-force.ts';
import type { Workflow } from '#core/workflow/workflow.ts';
import { type FoundUrl, foundChain } from '#engine/explain/evidence/found-chain.ts';
import { judgedNow } from '#engine/explain/evidence/judged-now.ts';
import { outcomeEvidence } from '#engine/explain/evidence/outcome-evidence.ts';
import { redirectChain } from '#engine/explain/evidence/redirect-chain.ts';
import { robotsEvidence } from '#engine/explain/evidence/robots-evidence.ts';
import { depthLeft } from '#engine/explain/evidence/seed-depth.ts';
import { trapEvidence } from '#engine/explain/evidence/trap-evidence.ts';
import { type CrawlView, type KnownUrl, knownUrl } from '#engine/explain/lookup/known-url.ts';
import { pendingCause } from '#engine/explain/lookup/pending-cause.ts';
import { SettledLookup } from '#engine/explain/lookup/settled-lookup.ts';
import { readJson } from '#engine/frontier/crawl-state.ts';
import { sitemapDiscoverer } from '#engine/frontier/sitemap-lookup.ts';

export interface ExplainPorts {
  readonly catalog: Pick<Catalog, 'execution' | 'workflow'>;
  readonly archive: Archive;
  readonly tasks: TaskIndex;
  readonly units: UnitStore;
  readonly hosts: Pick<HostStore, 'robots'>;
  readonly clock: Clock;
}

/**
 * Explains any address (N7): its forms and what it merged with, who found it, which rule took or
 * refused it, its outcome or why it waits, and what it cost; also addresses that nothing led to.
 * Surf reads the crawl's decisions from the archive, judges the rest now, and says so.
 *
 * Reads a number of objects that grows with the logarithm of the waves and the segments of the seen
 * set, and for an address that the open level has just found with its runs; never with pages.
 *
 * @param given any text
 * @throws SurfError EXECUTION_NOT_FOUND
 */
export async function explain(ports: ExplainPorts, id: ExecutionId, given: string): Promise<Explanation> {
  const row = await ports.catalog.execution(id);
  const { definition } = await ports.catalog.workflow(row.workflowId, row.workflowVersion);
  const workflow: Workflow = { ...definition, limits: limitsInForce(definition, row.limits) };
  const forms = explainUrl(given, workflow.key);
  if (forms === null) return nothingKnown(id, given);
  const head = row.frontier === null ? null : await readJson<Frontier>(ports.archive, row.frontier, 'lists');
  const crawl = { archive: ports.archive, row, head, settled: new SettledLookup(ports, row) };
  const known = await knownUrl(crawl, forms);
  const { found = null, ...said } = await new Explainer(ports, crawl, workflow).explain(forms, known);
  return Explanation.parse({
    ...nothingKnown(id, given),
    ...formsOf(forms, known, workflow),
    ...said,
    found: found && { depthLeft: depthLeft(found, forms.url, workflow), ...found },
  });
}

type Found = NonNullable<Explanation['found']>;

/** Parts of an explanation. Without a chain to a seed, `found` has its `depthLeft`. */
interface Said extends Partial<Omit<Explanation, 'found'>> {
  readonly found?: Omit<Found, 'depthLeft'> & Partial<Pick<Found, 'depthLeft'>>;
}

/** Explains one URL, kind of evidence by kind. */
class Explainer {
  readonly #ports: ExplainPorts;
  readonly #crawl: CrawlView;
  readonly #workflow: Workflow;

  constructor(ports: ExplainPorts, crawl: CrawlView, workflow: Workflow) {
    this.#ports = ports;
    this.#crawl = crawl;
    this.#workflow = workflow;
  }

  explain(forms: UrlForms, known: KnownUrl): Promise<Said> {
    switch (known.type) {
      case 'settled':
        return this.#settled(known);
      case 'reported':
        return this.#reported(known);
      case 'refused':
        return this.#refused(known);
      case 'pending':
        return this.#pending(known);
      case 'sitemap':
        return this.#sitemap(known);
      case 'found':
        return this.#found(known);
      case 'kept':
        return this.#kept(known);
      case 'unseen':
        return this.#unseen(forms);
    }
  }

  /** Its outcome is final, unless the page turns out to be a duplicate. */
  async #reported({ row }: KnownUrl & { type: 'reported' }): Promise<Said> {
    const cause = `wave ${this.#crawl.row.wave} runs: when it is settled, a page may turn out to be a duplicate`;
    return { ...(await this.#settled({ row })), pending: { ...IN_PLAN, cause } };
  }

  async #settled({ row }: { readonly row: TaskRow }): Promise<Said> {
    const { archive, settled } = this.#crawl;
    const { key, via, level, rank, outcome, archived } = row;
    const evidence = await outcomeEvidence(archive, row);
    const refused = outcome.type === 'skipped' && row.endedAt === null; // the target of a redirect: nobody requested it
    const reason = 'reason' in outcome ? outcome.reason : null;
    const rule = outcome.type === 'skipped' ? (outcome.rule ?? null) : null;
    const copyOf = outcome.type === 'duplicate' ? await settled.get(outcome.of) : null;
    return {
      state: stateOfOutcome(outcome),
      verdict: refused ? { admitted: false, reason: outcome.reason, rule, judged: 'then' } : ADMITTED,
      outcome: {
        type: outcome.type,
        reason,
        rule,
        status: row.status,
        contentType: row.contentType,
        bytes: row.bytes,
        cut: row.cut === true ? { keptBytes: row.bytes ?? 0, setting: 'fetch.largePages' } : null,
        title: row.title,
        digest: evidence?.line?.digest ?? null,
      },
      found: { level, rank, position: null, ...(await this.#chain({ key, via, isSitemap: false })) },
      redirectsTo: await redirectChain({ archive, settled }, row, evidence),
      duplicateOf: outcome.type === 'duplicate' ? (copyOf?.url ?? outcome.of) : null,
      wave: evidence?.wave ?? null,
      unit: evidence?.unit ?? null,
      attempts: row.attempts,
      startedAt: isoTime(row.startedAt),
      endedAt: isoTime(row.endedAt),
      errors: row.errors.map((error) => ({ ...error, at: new Date(error.at).toISOString() })),
      robots: await this.#robots(row.url, evidence?.line ?? null),
      archived,
      costUsd: evidence?.costUsd ?? null,
    };
  }

  async #refused({ level, candidate }: KnownUrl & { type: 'refused' }): Promise<Said> {
    const { key, by, reason, rule = null, position, url } = candidate;
    const { archive, head } = this.#crawl;
    const none = { status: null, contentType: null, bytes: null, cut: null, title: null, digest: null };
    return {
      state: 'skipped',
      verdict: { admitted: false, reason, rule, judged: 'then' },
      trap: await trapEvidence(archive, head, { url, rule }),
      outcome: { type: 'skipped', reason, rule, ...none },
      found: {
        level,
        rank: null,
        position,
        ...(await this.#chain({ key, via: by === key ? null : by, isSitemap: false })),
      },
      robots: await this.#robots(url, null),
    };
  }

  async #pending({ place }: KnownUrl & { type: 'pending' }): Promise<Said> {
    const { row, head, archive } = this.#crawl;
    const { task, unit, where } = place;
    if (head === null) return {};
    const units = where === 'plan' && unit !== null ? await this.#ports.units.rows(row.id, row.wave, [unit]) : [];
    const begun = units.some((each) => !each.died);
    const host = hostKeyOf(task.url as CrawlUrl);
    const waiting = units.flatMap(({ live }) => live.waiting).find((wait) => wait.host === host) ?? null;
    const isInterrupted = isOver(row);
    const { limits, order, politeness } = this.#workflow;
    const { delayPer } = politeness;
    const now = this.#ports.clock.now();
    return {
      kind: task.sitemap === undefined ? 'page' : 'sitemap',
      state: isInterrupted ? 'interrupted' : begun ? 'active' : 'scheduled',
      verdict: ADMITTED,
      found: { level: task.level, rank: task.rank, position: null, ...(await this.#chain(foundTask(task))) },
      wave: where === 'plan' ? row.wave : null,
      unit,
      attempts: task.attempts ?? 0,
      errors: (task.errors ?? []).map((error) => ({ ...error, at: new Date(error.at).toISOString() })),
      pending: await pendingCause(archive, { row, head, limits, place, begun, waiting, now, order, delayPer }),
      robots: await this.#robots(task.url, null),
    };
  }

  async #sitemap({ task }: KnownUrl & { type: 'sitemap' }): Promise<Said> {
    return {
      kind: 'sitemap',
      state: 'succeeded',
      verdict: ADMITTED,
      found: { level: task.level, rank: task.rank, position: null, ...(await this.#chain(foundTask(task))) },
      robots: await this.#robots(task.url, null),
    };
  }

  /** Its level is known when the open one ends. */
  async #found({ candidate }: KnownUrl & { type: 'found' }): Promise<Said> {
    const { key, by, reason, rule = null, position, level, entry, sitemap } = candidate;
    const deeper = entry === true || sitemap !== undefined ? 0 : 1;
    const isSample = this.#workflow.order === 'sample';
    const cause = isSample ? 'no walk has followed a link to it' : `decided when level ${level} ends`;
    return {
      kind: sitemap === undefined ? 'page' : 'sitemap',
      state: 'found',
      verdict: { admitted: reason === null, reason, rule, judged: 'then' },
      found: {
        level: level + deeper,
        rank: null,
        position,
        ...(await this.#chain({ key, via: by === key ? null : by, isSitemap: sitemap !== undefined })),
      },
      pending: { ...IN_PLAN, where: 'candidates', cause },
      robots: await this.#robots(candidate.url, null),
    };
  }

  /** Not due when the tick began. */
  async #kept({ page }: KnownUrl & { type: 'kept' }): Promise<Said> {
    const { level, url, depthLeft: left = null } = page;
    return {
      state: 'kept',
      verdict: ADMITTED,
      found: { level, rank: null, depthLeft: left, position: null, how: 'collection', chain: [], complete: true },
      robots: await this.#robots(url, null),
    };
  }

  async #unseen({ url }: UrlForms): Promise<Said> {
    const { archive, row, head } = this.#crawl;
    const { reason, rule = null } = await judgedNow(archive, { row, head, workflow: this.#workflow }, url);
    const unread = head?.droppedLinks ?? null;
    const cause = `Surf reads the links of wave ${row.wave} when the wave is settled`;
    return {
      state: unread === null ? 'unseen' : 'unknown',
      unread,
      verdict: { admitted: reason === null, reason, rule, judged: 'now' },
      trap: await trapEvidence(archive, head, { url, rule }),
      ...(row.plan !== null && { pending: { ...IN_PLAN, where: 'candidates' as const, cause } }),
      robots: await this.#robots(url, null),
    };
  }

  async #chain(url: FoundUrl): ReturnType<typeof foundChain> {
    const { settled, head } = this.#crawl;
    const sitemap = (each: UrlKey) => sitemapDiscoverer(this.#crawl, each);
    const found = await foundChain({ settled, sitemap }, url);
    return head?.collection === undefined ? found : ofCollection(found, url, this.#workflow);
  }

  #robots(url: string, line: Parameters<typeof robotsEvidence>[1]['line']): ReturnType<typeof robotsEvidence> {
    return robotsEvidence(this.#ports, { url: url as CrawlUrl, workflow: this.#workflow, line });
  }
}

/** A chain of a tick ends at a page that was due, unless that is a seed. */
function ofCollection(
  found: Awaited<ReturnType<typeof foundChain>>,
  { key }: FoundUrl,
  { seeds, key: rules }: Workflow,
): Awaited<ReturnType<typeof foundChain>> {
  const last = found.chain.at(-1);
  const origin = last === undefined ? key : urlKey(last.url as CrawlUrl, rules);
  if (!found.complete || seedUrls(seeds).some((seed) => urlKey(seed as CrawlUrl, rules) === origin)) return found;
  if (last === undefined) return { ...found, how: 'collection' };
  return { ...found, chain: [...found.chain.slice(0, -1), { ...last, how: 'collection' }] };
}

const IN_PLAN = { where: 'plan', limit: null, until: null, before: null, cash: null } as const;
const ADMITTED = { admitted: true, reason: null, rule: null, judged: 'then' } as const;

const foundTask = ({ key, via, sitemap }: PlanTask): FoundUrl => ({
  key,
  via: via ?? null,
  isSitemap: sitemap !== undefined,
});

const isoTime = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

function formsOf(forms: UrlForms, known: KnownUrl, { key: rules }: Workflow): Said {
  const { url, canonical, key, addressRules, keyRules } = forms;
  const other = addressOf(known);
  const isOther = other !== null && other !== forms.given;
  return {
    url,
    canonical,
    key,
    addressRules: [...addressRules],
    keyRules: [...keyRules],
    merged: isOther ? { with: other, rules: mergeRules(forms, other as CrawlUrl, rules) } : null,
  };
}

/** The address as the crawl has it. */
function addressOf(known: KnownUrl): string | null {
  switch (known.type) {
    case 'settled':
    case 'reported':
      return known.row.url;
    case 'pending':
      return known.place.task.url;
    case 'sitemap':
      return known.task.url;
    case 'kept':
      return known.page.url;
    case 'unseen':
      return null;
    default:
      return known.candidate.url;
  }
}

const nothingKnown = (execution: Execution['id'], given: string): Explanation => ({
  execution,
  given,
  url: null,
  canonical: null,
  key: null,
  addressRules: [],
  keyRules: [],
  merged: null,
  kind: 'page',
  state: 'ignored',
  unread: null,
  verdict: null,
  trap: null,
  outcome: null,
  found: null,
  redirectsTo: [],
  duplicateOf: null,
  wave: null,
  unit: null,
  attempts: 0,
  startedAt: null,
  endedAt: null,
  errors: [],
  pending: null,
  robots: null,
  archived: null,
  costUsd: null,
});
