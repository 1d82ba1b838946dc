import { describe, expect, it } from 'vitest';
import type { Plan } from '#core/archive/plan.ts';
import { Politeness } from '#core/politeness/politeness.ts';
import { checkSelection } from '#core/selection/faults/check-selection.ts';
import { advance } from '#engine/advance/advance.ts';
import type { WaveBounds } from '#engine/advance/ports.ts';
import { readJson } from '#engine/frontier/crawl-state.ts';
import { ModelRun } from '#test/model/model-run.ts';

const UNLIMITED = { depth: null, pages: null, pagesPerLevel: null, pagesPerHost: null };

interface Machine {
  /** @default thirty hosts */
  readonly seeds?: readonly string[];
  readonly delaySeconds?: number;
  readonly workersAtOnce?: number;
}

/** The first plan of a crawl of thirty hosts by twenty workers with units of 40 s. */
async function firstPlan(bounds?: WaveBounds, change: object = {}, machine: Machine = {}): Promise<Plan> {
  const { seeds = Array.from({ length: 30 }, (_, n) => `http://h${n}.test/`) } = machine;
  const web = { pages: new Map(), seeds };
  const run = new ModelRun({
    web,
    limits: UNLIMITED,
    parallelism: 20,
    delaySeconds: machine.delaySeconds ?? 1,
    seed: 1,
    deaths: 0,
  });
  await run.start();
  const { workflow } = run.catalog;
  run.catalog.workflow = async (id, version) => {
    const found = await workflow.call(run.catalog, id, version);
    return { ...found, definition: { ...found.definition, ...change } };
  };
  const { workersAtOnce } = machine;
  const told = { ...(bounds !== undefined && { bounds }), ...(workersAtOnce !== undefined && { workersAtOnce }) };
  const step = await advance({ ...run.ports, ...told }, run.id, 1);
  if (step.type !== 'crawl') throw new Error(`no wave, but ${step.type}`);
  return readJson<Plan>(run.archive, step.plan, 'units');
}

const shapeOf = ({ units, unitMs, memoryMb }: Plan): object => ({ units: units.length, unitMs, memoryMb });

it('a wave has the workers, time and memory that workflow and design say', async () => {
  expect(shapeOf(await firstPlan())).toEqual({ units: 20, unitMs: 40_000, memoryMb: 256 });
});

it('a deployment bounds all three, and reserves money for its own memory', async () => {
  const memory = { fewHostsMb: 512, manyHostsMb: 2_048 };
  const plan = await firstPlan({ units: 3, unitSeconds: 10, memory });

  expect(shapeOf(plan)).toEqual({ units: 3, unitMs: 10_000, memoryMb: 512 });
  expect(plan.units[0]?.reserveUsd).toBeGreaterThan(10 * 0.5 * 1.33334e-5);
});

it('a deployment that allows more changes nothing', async () => {
  const memory = { fewHostsMb: 256, manyHostsMb: 1_024 };

  expect(shapeOf(await firstPlan({ units: 1_000, unitSeconds: 840, memory }))).toEqual(shapeOf(await firstPlan()));
});

it('extraction takes the memory of many hosts: it has a thread with a separate heap', async () => {
  const selection = checkSelection({ fields: { title: 'h1' } });

  expect((await firstPlan(undefined, { selection })).memoryMb).toBe(1_024);
});

it('threads that share cores get a unit each, and more only where one would have too many hosts', async () => {
  const unitsOf = async (hostsPerWorker: number, machine: Machine): Promise<number> =>
    (await firstPlan(undefined, { hostsPerWorker }, machine)).units.length;

  expect(await unitsOf(25, { delaySeconds: 0 })).toBe(20);
  expect(await unitsOf(25, { delaySeconds: 0, workersAtOnce: 4 })).toBe(4);
  expect(await unitsOf(25, { delaySeconds: 0, workersAtOnce: 1 })).toBe(2);
  expect(await unitsOf(25, { delaySeconds: 1, workersAtOnce: 4 })).toBe(2);
  expect(await unitsOf(2, { delaySeconds: 0, workersAtOnce: 1 })).toBe(15);
});

describe('where workers are paid by time', () => {
  const bounds = { units: 1_000, unitSeconds: 840, memory: { fewHostsMb: 256, manyHostsMb: 1_024 } };
  const change = { unitSeconds: 840, hostsPerWorker: 100 };
  const hosts = (count: number): string[] => Array.from({ length: count }, (_, n) => `http://h${n}.test/`);
  const secondsOf = async (told: WaveBounds | undefined, changes: object, machine: Machine): Promise<number> =>
    (await firstPlan(told, { ...change, ...changes }, machine)).unitMs / 1_000;

  it('a wave of few hosts takes all the time of a unit', async () => {
    expect(await secondsOf(bounds, {}, { seeds: hosts(24) })).toBe(840);
    expect(await secondsOf(bounds, { unitSeconds: 500 }, { seeds: hosts(24) })).toBe(500);
  });

  it('a wave of many hosts does not, one without delay, or one that nobody pays for', async () => {
    expect(await secondsOf(bounds, {}, { seeds: hosts(25) })).toBe(600);
    expect(await secondsOf(bounds, {}, { seeds: hosts(24), delaySeconds: 0 })).toBe(600);
    expect(await secondsOf(undefined, {}, { seeds: hosts(24) })).toBe(600);
  });

  it('a wave of few hosts has as many tasks of each as its time has room for', async () => {
    const seeds = Array.from({ length: 1_000 }, (_, n) => `http://h.test/${n}`);

    expect((await firstPlan(bounds, change, { seeds })).units.map(({ tasks }) => tasks)).toEqual([840]);
  });

  it('two small workers share 48 hosts, which one large worker would wait for', async () => {
    const seeds = hosts(48).flatMap((host) => Array.from({ length: 200 }, (_, n) => `${host}${n}`));
    const shape = async (told?: WaveBounds, politeness = {}): Promise<object> => {
      const { units, memoryMb } = await firstPlan(told, { ...change, ...politeness }, { seeds });
      return { hosts: units.map((unit) => unit.hosts), memoryMb };
    };

    expect(await shape(bounds)).toEqual({ hosts: [24, 24], memoryMb: 256 });
    expect(await shape()).toEqual({ hosts: [48], memoryMb: 1_024 });
    const rated = { politeness: Politeness.parse({ delaySeconds: 1, requestsPerMinute: 100_000 }) };
    expect(await shape(bounds, rated)).toEqual({ hosts: [48], memoryMb: 1_024 });
  });
});
