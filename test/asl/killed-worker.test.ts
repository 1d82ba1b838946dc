import { beforeAll, describe, expect, it } from 'vitest';
import { decodeBody } from '#adapters/http/coding/content-coding.ts';
import { Workflow } from '#core/workflow/workflow.ts';
import { crawlUnit } from '#engine/crawl-unit/crawl-unit.ts';
import { StateError } from '#test/asl/asl-errors.ts';
import { machineOf, type TemplateMachine } from '#test/asl/machine-definition.ts';
import { type MachineWorker, SurfMachine } from '#test/asl/surf-machine.ts';
import { ScriptedFetcher } from '#test/fakes/scripted-fetcher.ts';
import { synthesize } from '../infra/template.ts';

const PAGES = 20;
const LINKS = Array.from({ length: PAGES }, (_, n) => `<a href="/${n}">x</a>`).join('');

const WORKFLOW = Workflow.parse({
  seeds: ['http://h.test/0'],
  limits: { depth: null, pages: null },
  unitSeconds: 300,
  politeness: { delaySeconds: 1 },
});

let machine: TemplateMachine;
beforeAll(() => {
  machine = machineOf(synthesize().template);
});

describe('a worker that is killed with the lease of its host', () => {
  it('leaves the host to the next wave at once, after the delay', async () => {
    const { idleMs, causes, counts } = await crawledWithKill('Runtime.ExitError');

    expect(idleMs).toBeGreaterThanOrEqual(1_000);
    expect(idleMs).toBeLessThan(5_000);
    expect(causes).toEqual([]);
    expect(counts).toMatchObject({ stored: PAGES, failed: {} });
  });

  it('may live after a fault of Lambda: its lease is waited for, and the cause names its unit', async () => {
    const { idleMs, causes, counts } = await crawledWithKill('Lambda.ServiceException');

    expect(idleMs).toBeGreaterThan(40_000);
    expect(causes).toEqual(['lease: unit 0 of wave 2 of this crawl died and its lease still has the host']);
    expect(counts).toMatchObject({ stored: PAGES, failed: {} });
  });
});

/** What happened meanwhile, in simulated time. */
class Watch {
  readonly requestedAt: number[] = [];
  readonly causes = new Set<string>();

  /** The longest time without a request. */
  get idleMs(): number {
    return Math.max(...this.requestedAt.slice(1).map((at, n) => at - (this.requestedAt[n] ?? at)));
  }
}

/**
 * A crawl of one host whose worker is killed before the third request of wave 2.
 * @param error what Step Functions calls the death
 */
async function crawledWithKill(error: string) {
  const watch = new Watch();
  const surf = new SurfMachine({ machine, worker: killedWorker(error, watch) });
  await surf.start(WORKFLOW);
  await surf.settleWithWatchdog();
  const { counts } = await surf.catalog.execution(surf.id);
  return { idleMs: watch.idleMs, causes: [...watch.causes], counts };
}

function killedWorker(error: string, watch: Watch): MachineWorker {
  let fetcher: ScriptedFetcher | undefined;
  return async (ticket, { clock, units, hosts, random, ports }) => {
    fetcher ??= new ScriptedFetcher(clock, (url) =>
      url.endsWith('/robots.txt') ? { status: 404 } : { body: `${url} ${LINKS}` },
    );
    const beat: typeof units.beat = (...beaten) => {
      for (const { cause } of beaten[2].live.waiting) watch.causes.add(cause);
      return units.beat(...beaten);
    };
    const watched = new Proxy(units, { get: (store, name) => (name === 'beat' ? beat : boundTo(store, name)) });
    const ours = { hosts, random, fetcher: () => fetcher as ScriptedFetcher, decodeBody, plugins: [] };
    const worker = { ...ports, ...ours, units: watched };
    let fetched = 0;
    const checkpoint = (phase: string): void => {
      if (phase !== 'fetch') return;
      fetched += 1;
      watch.requestedAt.push(clock.now());
      if (ticket.wave === 2 && fetched === 3) throw new StateError(error, 'killed');
    };
    await crawlUnit(worker, ticket, { checkpoint });
  };
}

const boundTo = (target: object, name: PropertyKey): unknown => {
  const value: unknown = Reflect.get(target, name);
  return typeof value === 'function' ? value.bind(target) : value;
};
