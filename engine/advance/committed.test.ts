import { describe, expect, it } from 'vitest';
import { NO_RIGHTS } from '#core/identity/roles/user.ts';
import { advance } from '#engine/advance/advance.ts';
import type { AdvancePorts } from '#engine/advance/ports.ts';
import { project } from '#engine/advance/project.ts';
import { controlExecution } from '#engine/control/control-execution.ts';
import { ModelRun } from '#test/model/model-run.ts';
import { Dice, makeModelWeb, type PageLimits } from '#test/model/model-web.ts';

const NO_LIMITS = { depth: null, pages: null, pagesPerLevel: null, pagesPerHost: null };

async function started(limits: PageLimits = NO_LIMITS, more: { owner?: string } = {}): Promise<ModelRun> {
  const web = makeModelWeb(new Dice(7), { pages: 20, hosts: 2, killers: false, crossRedirects: true });
  const run = new ModelRun({ web, limits, parallelism: 2, delaySeconds: 0, seed: 7, deaths: 0, ...more });
  await run.start();
  return run;
}

describe('ports.committed', () => {
  it('gets each wave with the row before it and the row after it', async () => {
    const run = await started();
    const told: [number, number][] = [];
    const pages: number[] = [];
    const ports = (): AdvancePorts => ({
      ...run.ports,
      committed: (before, commit) => {
        told.push([before.wave, commit.wave]);
        pages.push(commit.counts.stored - before.counts.stored);
      },
    });
    const end = await run.drive(ports);

    expect(pages.reduce((sum, one) => sum + one, 0)).toBe(end.counts.stored);
    expect(end.counts.stored).toBeGreaterThan(0);
    expect(told.slice(1).map(([before]) => before)).toEqual(told.slice(0, -1).map(([, after]) => after));
  });

  it('is called once when two calls try one commit, and not again when the run calls again', async () => {
    const run = await started();
    let told = 0;
    const ports = { ...run.ports, committed: () => void told++ };
    await Promise.all([advance(ports, run.id, 1), advance(ports, run.id, 1)]);
    await advance(ports, run.id, 1);

    expect(told).toBe(1);
  });
});

describe('the run that ended an execution', () => {
  it('gets the end again for an event that comes late, and changes nothing: only a new run opens it', async () => {
    const run = await started({ ...NO_LIMITS, pages: 3 });
    const end = await run.drive();

    const late = await advance(run.ports, run.id, end.run, end.wave);

    expect(late).toMatchObject({ type: 'end', status: 'limited', reason: 'pages' });
    expect(await run.catalog.execution(run.id)).toEqual(end);
  });
});

describe('the place of an execution', () => {
  /** Ports that tell how many waves had their rows when the owner got the place back. */
  const withPlaces = (run: ModelRun, released: number[]): AdvancePorts => ({
    ...run.ports,
    owners: {
      rights: async () => NO_RIGHTS,
      storageLeft: async () => null,
      keepStored: async () => {},
      dropStored: async () => {},
      release: async (owner, id) => {
        expect([owner, id]).toEqual(['ann', run.id]);
        released.push((await run.catalog.execution(id)).projected);
      },
    },
  });

  it('is free again when the execution has ended, before the rows of its last wave are written', async () => {
    const run = await started(NO_LIMITS, { owner: 'ann' });
    const released: number[] = [];
    const end = await run.drive(() => withPlaces(run, released));

    expect(released).toEqual([end.wave - 1]);
  });

  it('stays with an execution that was resumed when a call of its paused run comes late', async () => {
    const run = await started(NO_LIMITS, { owner: 'ann' });
    const released: number[] = [];
    const ports = withPlaces(run, released);
    await controlExecution(ports, run.id, { type: 'pause' });
    const paused = await advance(ports, run.id, 1);
    await controlExecution(ports, run.id, { type: 'resume' });
    const late = await advance(ports, run.id, 1);

    expect(paused).toMatchObject({ type: 'end', status: 'paused' });
    expect(late).toEqual(paused);
    expect(released).toHaveLength(1);
  });
});

describe('a commit', () => {
  it('comes when all that its call wrote is there', async () => {
    const run = await started();
    const writing = new Set<string>();
    const put = run.archive.put.bind(run.archive);
    run.archive.put = async (key, parts) => {
      writing.add(key);
      for (let round = 0; round < 5; round++) await new Promise((resolve) => setImmediate(resolve));
      writing.delete(key);
      return put(key, parts);
    };
    const commit = run.catalog.commit.bind(run.catalog);
    const missing: string[][] = [];
    run.catalog.commit = (...args) => {
      missing.push([...writing]);
      return commit(...args);
    };

    await advance(run.ports, run.id, 1);

    expect(missing).toEqual([[]]);
  });
});

describe('ports.projectLater', () => {
  it('has the rows of a wave written while the next is crawled; at the end none is missing', async () => {
    const run = await started();
    const left: number[] = [];
    const end = await run.drive(() => ({
      ...run.ports,
      projectLater: async (id) => {
        const { wave, projected } = await run.catalog.execution(id);
        left.push(wave - projected);
        if (wave === 2) await project(run.ports, id);
        return true;
      },
    }));

    expect(Math.max(...left)).toBeGreaterThan(1);
    expect(end.projected).toBe(end.wave);
    const { rows } = await run.tasks.list(run.id, 1_000);
    expect(rows.filter(({ outcome }) => outcome.type === 'stored')).toHaveLength(end.counts.stored);
  });

  it('that no other call accepts is done before the answer', async () => {
    const run = await started();
    await advance({ ...run.ports, projectLater: async () => false }, run.id, 1);

    const { wave, projected } = await run.catalog.execution(run.id);
    expect([wave, projected]).toEqual([1, 1]);
  });
});
