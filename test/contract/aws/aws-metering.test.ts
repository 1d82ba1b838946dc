import { afterEach, describe, expect, inject, it } from 'vitest';
import type { AwsPorts } from '#adapters/aws/aws-ports.ts';
import { Meter } from '#core/cost/meter.ts';
import type { HostKey } from '#core/politeness/hosts/host-key.ts';
import type { UrlKey } from '#core/url/url-key.ts';
import {
  EXECUTION,
  sampleCommit,
  sampleExecution,
  sampleKey,
  sampleTask,
  sampleWorkflow,
  unitNumbers,
  waveOf,
} from '#test/contract/samples.ts';
import { Deployment } from '#test/emulator/deployment.ts';
import { PYTHON } from '#test/emulator/ministack.ts';
import { EVERYTHING, type FaultRates, REFUSALS } from '#test/faults/fault-plan.ts';
import { FaultProxy } from '#test/faults/fault-proxy.ts';
import { HastyClock } from '#test/hasty-clock.ts';
import { whenPresent } from '#test/when-present.ts';

const HOST = 'example.org' as HostKey;
const ORIGIN = 'https://example.org:443';
const PAGE = new Uint8Array(3_000);

/** Operations by the part of the usage that they count into. */
const READS = /^(?:GetItem|BatchGetItem|Query)$/;
const GETS = /^(?:GetObject|HeadObject)$/;
const PUTS = /^(?:PutObject|ListObjectsV2|CreateMultipartUpload|UploadPart|CompleteMultipartUpload)$/;

/** One call of everything, in the numbers of a wave. */
async function workload({ catalog, tasks, units, hosts, archive, runner }: AwsPorts): Promise<void> {
  await catalog.saveWorkflow(sampleWorkflow(1));
  await catalog.workflow(sampleWorkflow(1).id, 1);
  await catalog.createExecution(sampleExecution());
  await catalog.acquireRun(EXECUTION, 2);
  await catalog.acquireRun(EXECUTION, 1);
  for (let wave = 3; wave < 9; wave++) {
    await catalog.commit(EXECUTION, { wave, run: 2, desired: 'run', status: 'running' }, sampleCommit(wave + 1));
    await catalog.commit(EXECUTION, { wave, run: 2, desired: 'run', status: 'running' }, sampleCommit(wave + 1));
    await catalog.projected(EXECUTION, wave);
    await catalog.addEvents(EXECUTION, [{ once: `wave-${wave}`, at: wave, type: 'closed', text: 'x' }]);
  }
  await catalog.addEvents(EXECUTION, [{ once: 'wave-3', at: 3, type: 'closed', text: 'x' }]);
  await catalog.control(EXECUTION, ['running'], { desired: 'stop' });
  await Promise.all([catalog.events(EXECUTION, 100), catalog.executions(10), catalog.overdue(Number.MAX_SAFE_INTEGER)]);
  const rows = Array.from({ length: 260 }, (_, n) => sampleTask(n, n % 50 === 0 ? { title: 'x'.repeat(199) } : {}));
  await tasks.write(EXECUTION, waveOf(rows));
  await tasks.get(EXECUTION, [...rows.map(({ key }) => key), sampleKey(999) as UrlKey]);
  await tasks.list(EXECUTION, 1_000);
  for (let unit = 0; unit < 20; unit++) {
    await units.begin({ execution: EXECUTION, wave: 1, unit }, 'a', 1);
    await units.begin({ execution: EXECUTION, wave: 1, unit }, 'b', 1);
    await units.beat({ execution: EXECUTION, wave: 1, unit }, 'a', {
      now: 2,
      live: { fetched: 1, stored: 1, failed: 0, bytes: 9, waiting: [] },
    });
    await units.end({ execution: EXECUTION, wave: 1, unit }, 'a', 3);
  }
  await units.rows(EXECUTION, 1, unitNumbers(25));
  for (let n = 0; n < 10; n++) {
    await hosts.lease(HOST, `x1/${n}/0`, n * 100_000, 1_000);
    await hosts.lease(HOST, `x2/${n}/0`, n * 100_000, 1_000);
    await hosts.release(HOST, `x1/${n}/0`, n * 100_000);
    await archive.put(`executions/x/${n}`, [PAGE]);
    await archive.put(`executions/x/${n}`, [PAGE]);
    await archive.get(`executions/x/${n}`);
    await archive.range(`executions/x/${n}`, 10, 20);
    await archive.get(`executions/missing/${n}`).catch(() => undefined);
  }
  await hosts.saveRobots({ origin: ORIGIN, status: 404, hash: null, object: null, fetchedAt: 0, expiresAt: 1 });
  await hosts.robots(ORIGIN);
  for await (const _ of archive.list('executions/x/'));
  await archive.delete(['executions/x/0', 'executions/x/1']);
  await runner.start(EXECUTION, 1);
  await runner.start(EXECUTION, 1);
}

whenPresent(PYTHON, () => {
  describe('what the adapters meter', () => {
    const open: (() => Promise<void>)[] = [];
    afterEach(async () => {
      for (const close of open.splice(0).reverse()) await close();
    });

    const measured = async (seed: number, rates: FaultRates) => {
      const emulator = inject('emulator');
      const proxy = await FaultProxy.start(emulator, { seed, rates });
      open.push(() => proxy.stop());
      const through = { endpoint: proxy.endpoint, requestTimeoutMs: 10_000, transferTimeoutMs: 10_000 };
      const deployment = await Deployment.create(emulator, through);
      open.push(() => deployment.remove());
      const names = { ...deployment.names, machineArn: await deployment.createMachine() };
      const meter = new Meter();
      const ports = deployment.ports({ names, meter, clock: new HastyClock() });
      await workload(ports);
      return { counted: ports.ledger.operations(), passed: proxy.ledger, usage: meter.total() };
    };

    it.each([
      ['nothing goes wrong', 1, {}],
      ['calls are refused or done in part (seed 2)', 2, REFUSALS],
      ['calls are refused or done in part (seed 3)', 3, REFUSALS],
    ] as const)(
      'equals what the proxy counted and the service reported, per operation, when %s',
      async (_, seed, rates) => {
        const { counted, passed, usage } = await measured(seed, rates);

        const seen = Object.entries(passed.operations).map(([name, { requests, units }]) => [name, requests, units]);
        const own = Object.entries(counted).map(([name, of]) => [name, of.requests, of.writeUnits + of.readUnits]);
        expect(own.sort()).toEqual(seen.sort());
        expect(own.length).toBeGreaterThan(12);
        expect(usage).toEqual({
          gbSeconds: 0,
          invocations: 0,
          transitions: 0,
          writeUnits: sumOf(passed.operations, (name) => !READS.test(name), 'units'),
          readUnits: sumOf(passed.operations, (name) => READS.test(name), 'units'),
          puts: sumOf(passed.operations, (name) => PUTS.test(name), 'requests'),
          gets: sumOf(passed.operations, (name) => GETS.test(name), 'requests'),
        });
        expect(counted.PutObject).toMatchObject({ bytesSent: 3_000 * (passed.operations.PutObject?.requests ?? 0) });
        expect(counted.GetObject).toMatchObject({ bytesReceived: 10 * (3_000 + 20) });
      },
    );

    it('is never less than what was used where answers are lost, and at most half more', async () => {
      const { counted, passed } = await measured(4, EVERYTHING);

      const requests = Object.entries(passed.operations).map(([name, of]) => [name, of.requests]);
      expect(
        Object.entries(counted)
          .map(([name, of]) => [name, of.requests])
          .sort(),
      ).toEqual(requests.sort());
      const metered = Object.values(counted).reduce((sum, of) => sum + of.writeUnits + of.readUnits, 0);
      const used = sumOf(passed.operations, () => true, 'units');
      expect(metered).toBeGreaterThanOrEqual(used);
      expect(metered).toBeLessThan(used * 1.5);
    });
  });
});

function sumOf(
  operations: Readonly<Record<string, { requests: number; units: number }>>,
  which: (name: string) => boolean,
  what: 'requests' | 'units',
): number {
  return Object.entries(operations).reduce((sum, [name, of]) => sum + (which(name) ? of[what] : 0), 0);
}
