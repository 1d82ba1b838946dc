import { setTimeout } from 'node:timers/promises';
import { plannedUnits } from '#core/execution/execution.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { deployedCommand } from '#test/deploy/deployed/deployed-command.ts';
import type { DeployedPlace } from '#test/deploy/deployed/deployed-sample.ts';
import { startLaterTick } from '#test/deploy/deployed/later-tick.ts';
import { type CrawlRecord, crawlRecords } from '#test/e2e/crawls/crawl-record.ts';
import type { Handler } from '#test/site/exchange.ts';
import { startSite } from '#test/site/site.ts';

const HOSTS = 2;
const DUE_OF_HOST = 9;
const PAGES_OF_HOST = 13;
/** Of both hosts: known after the first tick, due at the second, and found by it. */
export const PAGES = HOSTS * PAGES_OF_HOST;
export const DUE = HOSTS * DUE_OF_HOST;
export const NEW = HOSTS;
/** The new pages, and four that changed on each host: `/`, `/0`, `/3` and `/6`. */
export const STORED = NEW + HOSTS * 4;
/** Of the wave that is killed. */
export const UNITS = HOSTS;
const ASKED_BEFORE_THE_KILL = 6;
const LOOK_MS = 50;
const MOST_LOOKS = 6_000;

/** All of a tick that may not depend on kills, as ports, API and commands tell it. */
interface TickEnd {
  readonly status: string;
  readonly reason: string | null;
  readonly counts: unknown;
  readonly bytes: number;
  /** Without ranks: a tick takes first what the tick before it had requested first. */
  readonly records: readonly Omit<CrawlRecord, 'rank'>[];
  readonly verified: readonly Record<string, unknown>[];
  /** Of the collection, the last one first. */
  readonly ticks: readonly { readonly pages: number | null; readonly due: number | null }[];
}

interface KilledTick {
  readonly whole: TickEnd;
  readonly killed: TickEnd;
  /** How many pages the killed tick had requested when it was killed, and at its end. */
  readonly askedBefore: number;
  readonly askedAfter: number;
  /** How many processes were killed, and how many units of the machine they left unfinished. */
  readonly workers: number;
  readonly unfinished: number;
  /** Of its events. */
  readonly texts: readonly string[];
}

/**
 * Two collections of the same two hosts. The second tick of one is let alone; that of the other
 * loses its run and all workers in the middle, as if the machines under it were gone.
 */
export async function killedTick(place: DeployedPlace): Promise<KilledTick> {
  const shops = new Shops();
  const site = await startSite({ hosts: HOSTS, handler: shops.handler });
  try {
    const calm = await firstTick(place, { name: 'calm', origins: site.origins });
    const struck = await firstTick(place, { name: 'struck', origins: site.origins });
    shops.isLater = true;
    const undisturbed = await startLaterTick(place.surf.deployment, calm);
    await place.callers.ended(undisturbed);
    shops.asked = 0;
    const disturbed = await startLaterTick(place.surf.deployment, struck);
    const { askedBefore, workers, unfinished } = await killInTheMiddle(place, { id: disturbed, shops });
    await place.callers.ended(disturbed);
    const events = await place.surf.deployment.ports().catalog.events(disturbed, 1_000);
    return {
      whole: await endOf(place, { id: undisturbed, workflow: calm }),
      killed: await endOf(place, { id: disturbed, workflow: struck }),
      askedBefore,
      askedAfter: shops.asked,
      workers,
      unfinished,
      texts: events.map(({ text }) => text),
    };
  } finally {
    await site.close();
  }
}

/** @returns the workflow's id */
async function firstTick(
  { callers }: DeployedPlace,
  { name, origins }: { readonly name: string; readonly origins: readonly string[] },
): Promise<string> {
  const due = ['/', ...Array.from({ length: DUE_OF_HOST - 1 }, (_, n) => `/${n}`)];
  const body = {
    name,
    seeds: origins.flatMap((origin) => due.map((path) => ({ url: `${origin}${path}`, period: '1d' }))),
    revisit: { policy: 'uniform', intervalDays: 60, minIntervalDays: 30 },
    // A wave of two units is the machine's: one unit is crawled within the first run (ADR 54).
    parallelism: HOSTS,
    hostsPerWorker: 1,
    politeness: { delaySeconds: 0.5 },
    retry: { attempts: 1 },
  };
  const saved = await callers.send('POST', '/v1/workflows', { body });
  const started = await callers.send('POST', `/v1/workflows/${saved.body.id}/executions`, { body: {} });
  await callers.ended(String(started.body.execution));
  return String(saved.body.id);
}

async function killInTheMiddle(
  { surf: { deployment } }: DeployedPlace,
  { id, shops }: { readonly id: ExecutionId; readonly shops: Shops },
): Promise<Pick<KilledTick, 'askedBefore' | 'workers' | 'unfinished'>> {
  for (let look = 0; shops.asked < ASKED_BEFORE_THE_KILL; look++) {
    if (look === MOST_LOOKS) throw new Error('the tick does not begin');
    await setTimeout(LOOK_MS);
  }
  if ((await deployment.stopRuns((name) => name.includes(id))) !== 1) throw new Error('the tick has no run');
  const workers = deployment.killWorkers();
  const askedBefore = shops.asked;
  const { catalog, units } = deployment.ports();
  const row = await catalog.execution(id);
  const rows = await units.rows(id, row.wave, plannedUnits(row));
  await deployment.passDeadline(id);
  await deployment.watch();
  return { askedBefore, workers, unfinished: rows.filter(({ ended }) => !ended).length };
}

async function endOf(
  { surf, callers }: DeployedPlace,
  { id, workflow }: { readonly id: ExecutionId; readonly workflow: string },
): Promise<TickEnd> {
  const ports = surf.deployment.ports();
  const { status, reason, counts, bytes } = await ports.catalog.execution(id);
  const [verified, life] = await Promise.all([
    deployedCommand(surf, 'verify', id),
    callers.send('GET', `/v1/workflows/${workflow}/collection`),
  ]);
  return {
    status,
    reason,
    counts,
    bytes,
    records: (await crawlRecords(ports, id)).map(({ rank: _, ...record }) => record),
    verified: verified.map(({ holds, differences }) => ({ holds, differences })),
    ticks: (life.body.ticks as TickEnd['ticks']).map(({ pages, due }) => ({ pages, due })),
  };
}

/**
 * Each host has a first page and twelve others. Later every third of them has another text, and
 * there is a thirteenth. What did not change is answered with 304.
 */
class Shops {
  isLater = false;
  /** Requests for pages. */
  asked = 0;

  readonly handler: Handler = (exchange) => {
    const path = exchange.url.pathname;
    if (path === '/robots.txt') return exchange.send(404, {});
    this.asked += 1;
    const n = path === '/' ? 0 : Number(path.slice(1));
    const version = this.isLater && n % 3 === 0 ? 2 : 1;
    const etag = `"${n}-${version}"`;
    if (exchange.headers['if-none-match'] === etag) return exchange.send(304, { etag });
    const others = path === '/' ? PAGES_OF_HOST - 1 + (this.isLater ? 1 : 0) : 0;
    const links = Array.from({ length: others }, (_, to) => `<a href="/${to}">${to}</a>`);
    const text = `<h1>Shop ${exchange.context.origin}, ${path}, version ${version}</h1>`;
    exchange.html(`<title>${path}</title>${text}${links.join('')}`, 200, { etag });
  };
}
