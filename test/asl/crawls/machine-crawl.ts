import { Workflow } from '#core/workflow/workflow.ts';
import type { TemplateMachine } from '#test/asl/machine-definition.ts';
import { modelWorker } from '#test/asl/model-crawl.ts';
import { SurfMachine, type SurfMachineOptions } from '#test/asl/surf-machine.ts';
import { crawlOneByOne } from '#test/model/crawl-one-by-one.ts';
import { faultyPorts, type PlannedFault } from '#test/model/faulty-ports.ts';
import { Dice, type ModelWeb, makeModelWeb } from '#test/model/model-web.ts';

const UNLIMITED = { depth: null, pages: null, pagesPerLevel: null, pagesPerHost: null };

export const workflowOf = (web: ModelWeb, change: Record<string, unknown> = {}): Workflow =>
  Workflow.parse({
    seeds: web.seeds,
    scope: { mode: 'any', exclude: ['http://outside.test/*'] },
    limits: UNLIMITED,
    hostsPerWorker: 1,
    unitSeconds: 40,
    politeness: { delaySeconds: 1 },
    ...change,
  });

/** A crawl brought to its end, by the watchdog if need be. */
export async function crawledBy(
  machine: TemplateMachine,
  web: ModelWeb,
  options: Partial<SurfMachineOptions> & { readonly workflow?: Record<string, unknown> } = {},
): Promise<SurfMachine> {
  const { workflow, ...rest } = options;
  const surf = new SurfMachine({ machine, worker: modelWorker(web), ...rest });
  await surf.start(workflowOf(web, workflow));
  await surf.settleWithWatchdog();
  return surf;
}

/** URL → `<outcome>@<level>`, from the task rows. */
export async function settledOf(surf: SurfMachine): Promise<string[]> {
  const { rows } = await surf.tasks.list(surf.id, 1_000_000);
  return rows.map(({ url, outcome, level }) => `${url} ${outcome.type}@${level}`).sort();
}

/** The same from the reference crawl; refused links are not rows. */
export const expectedOf = (web: ModelWeb): string[] =>
  [...crawlOneByOne(web, UNLIMITED, 'breadth-first')]
    .filter(([, outcome]) => !outcome.startsWith('skipped'))
    .map(([url, outcome]) => `${url} ${outcome}`)
    .sort();

export const randomWeb = (seed: number, pages = 25): ModelWeb =>
  makeModelWeb(new Dice(seed), { pages, hosts: 4, killers: false, crossRedirects: true });

/**
 * Crashes once, at the n-th durable write of all invocations together.
 * @param seen counts them
 */
export function crashing(fault: PlannedFault, seen = { writes: 0 }): NonNullable<SurfMachineOptions['advancePorts']> {
  return (ports) => faultyPorts(ports, fault, seen);
}

/** How many durable writes a crawl has. */
export async function writesOf(
  crawl: (ports: NonNullable<SurfMachineOptions['advancePorts']>) => Promise<unknown>,
): Promise<number> {
  const seen = { writes: 0 };
  await crawl(crashing({ write: -1, when: 'before' }, seen));
  return seen.writes;
}
