import { describe, expect, it } from 'vitest';
import { SqliteCatalog } from '#adapters/embedded/sqlite/sqlite-catalog.ts';
import type { SqliteDatabase } from '#adapters/embedded/sqlite/sqlite-database.ts';
import { SqliteHostStore } from '#adapters/embedded/sqlite/sqlite-host-store.ts';
import { SqliteUnitStore } from '#adapters/embedded/sqlite/sqlite-unit-store.ts';
import { meteredArchive } from '#adapters/metering/metered-archive.ts';
import { meteredCatalog } from '#adapters/metering/metered-catalog.ts';
import { meteredHostStore } from '#adapters/metering/metered-host-store.ts';
import { meteredSecrets } from '#adapters/metering/metered-secrets.ts';
import { meteredUnitStore } from '#adapters/metering/metered-unit-store.ts';
import { itemBytes, writeUnits } from '#core/cost/dynamo-units.ts';
import { Meter } from '#core/cost/meter.ts';
import { NO_USAGE } from '#core/cost/usage.ts';
import { WorkflowId } from '#core/model/ids.ts';
import type { HostKey } from '#core/politeness/hosts/host-key.ts';
import { overDatabase, overFolder } from '#test/contract/embedded.ts';
import { fixtures } from '#test/contract/fixture.ts';
import { EXECUTION, sampleCommit, sampleExecution, sampleWorkflow } from '#test/contract/samples.ts';
import { archiveContract } from '#test/contract/suites/archive.ts';
import { catalogContract } from '#test/contract/suites/catalog.ts';
import { hostStoreContract } from '#test/contract/suites/host-store.ts';
import { meteredInFolder } from '#test/contract/suites/secret-places.ts';
import { secretsContract } from '#test/contract/suites/secrets.ts';
import { unitStoreContract } from '#test/contract/suites/unit-store.ts';
import { MemorySecrets } from '#test/fakes/memory/memory-secrets.ts';

const NOBODY = new Meter();
archiveContract(
  'a metered Archive',
  overFolder((archive) => meteredArchive(archive, NOBODY)),
);
catalogContract(
  'a metered Catalog',
  overDatabase((database) => meteredCatalog(new SqliteCatalog(database), NOBODY)),
);
unitStoreContract(
  'a metered UnitStore',
  overDatabase((database) => meteredUnitStore(new SqliteUnitStore(database), NOBODY)),
);
hostStoreContract(
  'a metered HostStore',
  overDatabase((database) => meteredHostStore(new SqliteHostStore(database), NOBODY)),
);

secretsContract('metered LocalSecrets', meteredInFolder());

describe('what a sequence of calls costs on AWS', () => {
  const databases = fixtures(overDatabase((database) => database));
  const archives = fixtures(overFolder());
  const meteredOver = async <Port>(wrap: (database: SqliteDatabase, meter: Meter) => Port) => {
    const meter = new Meter();
    return { meter, port: wrap((await databases()).port, meter) };
  };

  it('secrets: one request each, found or not', async () => {
    const meter = new Meter();
    const secrets = meteredSecrets(new MemorySecrets({ 'anna/KEY': 'x' }), meter);

    await secrets.get('anna', 'KEY');
    await secrets.get('anna', 'OTHER');

    expect(meter.take()).toEqual({ ...NO_USAGE, secretReads: 2 });
  });

  it('an archive: each put, refused or not; each get and range, found or not; a list per started 1,000 keys', async () => {
    const meter = new Meter();
    const port = meteredArchive((await archives()).port, meter);
    const data = [new Uint8Array(10)];

    await port.put('a/1', data);
    await port.put('a/1', data);
    await port.get('a/1');
    await port.get('a/2').catch(() => undefined);
    await port.range('a/1', 0, 5);
    expect(meter.take()).toEqual({ ...NO_USAGE, puts: 2, gets: 3 });

    await drain(port.list('a/'));
    await drain(port.list('none/'));
    await port.delete(['a/1', 'a/2']);
    expect(meter.take()).toEqual({ ...NO_USAGE, puts: 2 });
  });

  it.each([
    [1_000, 1],
    [1_001, 2],
    [2_001, 3],
  ])('an archive: listing %i keys takes %i requests', async (keys, puts) => {
    const meter = new Meter();
    const listed = Array.from({ length: keys }, (_, i) => ({ key: `k/${i}`, bytes: 1 }));
    const archive = (await archives()).port;
    const port = meteredArchive({ ...archive, list: () => asyncOf(listed) }, meter);

    await drain(port.list('k/'));

    expect(meter.take()).toEqual({ ...NO_USAGE, puts });
  });

  it('a catalog: the whole item for every update, won or lost, and its index entries', async () => {
    const { port, meter } = await meteredOver((database, meter) => meteredCatalog(new SqliteCatalog(database), meter));
    const row = writeUnits(itemBytes(sampleExecution()));

    await port.saveWorkflow(sampleWorkflow(1));
    await port.createExecution(sampleExecution());
    expect(meter.take()).toEqual({ ...NO_USAGE, writeUnits: writeUnits(itemBytes(sampleWorkflow(1))) + 1 + row + 2 });

    await port.acquireRun(EXECUTION, 2);
    await port.acquireRun(EXECUTION, 1);
    expect(meter.take()).toEqual({ ...NO_USAGE, writeUnits: row + 3 });

    await port.commit(EXECUTION, { wave: 3, run: 2, desired: 'run', status: 'running' }, sampleCommit(4));
    await port.commit(EXECUTION, { wave: 3, run: 2, desired: 'run', status: 'running' }, sampleCommit(4));
    expect(meter.take()).toEqual({ ...NO_USAGE, writeUnits: 8 });

    await port.control(EXECUTION, ['running'], { desired: 'stop' });
    await port.control(EXECUTION, ['paused'], { desired: 'run', status: 'running' });
    await port.projected(EXECUTION, 4);
    expect(meter.take()).toEqual({ ...NO_USAGE, writeUnits: row + 1 + row + 3 });

    await port.addEvents(
      EXECUTION,
      [1, 2].map((n) => ({ once: `${n}`, at: n, type: 'closed' as const, text: 'x' })),
    );
    await port.events(EXECUTION, 10);
    expect(meter.take()).toEqual({ ...NO_USAGE, writeUnits: 8, readUnits: 2 });

    await port.execution(EXECUTION);
    await port.workflow(WorkflowId.parse('wcontract0001'), 1);
    await port.executions(10);
    await port.overdue(Number.MAX_SAFE_INTEGER);
    expect(meter.take()).toEqual({ ...NO_USAGE, readUnits: 1 + 1 + 1 + 8 });
  });

  it('a unit store: one write a call, beats by their size, one read for each requested unit', async () => {
    const { port, meter } = await meteredOver((database, meter) =>
      meteredUnitStore(new SqliteUnitStore(database), meter),
    );
    const waiting = Array.from({ length: 20 }, (_, i) => ({
      host: `${i}.example.org`,
      cause: 'x'.repeat(60),
      until: 1,
    }));
    const live = { fetched: 1, stored: 1, failed: 0, bytes: 9, waiting: [] };

    await port.begin({ execution: EXECUTION, wave: 1, unit: 0 }, 'a', 1);
    await port.begin({ execution: EXECUTION, wave: 1, unit: 0 }, 'b', 1);
    await port.beat({ execution: EXECUTION, wave: 1, unit: 0 }, 'a', { now: 2, live });
    await port.beat({ execution: EXECUTION, wave: 1, unit: 0 }, 'a', { now: 3, live: { ...live, waiting } });
    await port.end({ execution: EXECUTION, wave: 1, unit: 0 }, 'a', 4);
    await port.markDied({ execution: EXECUTION, wave: 1, unit: 0 });
    expect(meter.take()).toEqual({ ...NO_USAGE, writeUnits: 2 + 1 + 3 + 2 });

    await port.rows(EXECUTION, 1, [0, 1, 2]);
    await port.clear(EXECUTION, 1);
    expect(meter.take()).toEqual({ ...NO_USAGE, readUnits: 3 });
  });

  it('a host store: one write for a lease that is granted, two and a read for one that is refused', async () => {
    const { port, meter } = await meteredOver((database, meter) =>
      meteredHostStore(new SqliteHostStore(database), meter),
    );
    const host = 'example.org' as HostKey;

    await port.lease(host, 'a', 0, 1_000);
    await port.lease(host, 'b', 0, 1_000);
    await port.release(host, 'a', 0);
    await port.release(host, 'c', 0);
    expect(meter.take()).toEqual({ ...NO_USAGE, writeUnits: 5, readUnits: 1 });

    await port.robots('https://example.org:443');
    await port.saveRobots({
      origin: 'https://example.org:443',
      status: 404,
      hash: null,
      object: null,
      fetchedAt: 0,
      expiresAt: 1,
    });
    await port.robots('https://example.org:443');
    expect(meter.take()).toEqual({ ...NO_USAGE, writeUnits: 1, readUnits: 1 });

    const small = {
      origin: 'https://example.net:443',
      status: 200,
      hash: 'a',
      object: null,
      fetchedAt: 0,
      expiresAt: 1,
    };
    await port.saveRobots({ ...small, deflated: '#'.repeat(1_000) });
    await port.robots('https://example.net:443');
    expect(meter.take()).toEqual({ ...NO_USAGE, writeUnits: 2, readUnits: 0.5 });
  });
});

async function drain(objects: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of objects);
}

async function* asyncOf<T>(items: readonly T[]): AsyncIterable<T> {
  yield* items;
}
