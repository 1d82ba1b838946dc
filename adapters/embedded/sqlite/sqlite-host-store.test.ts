import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SqliteDatabase } from '#adapters/embedded/sqlite/sqlite-database.ts';
import { SqliteHostStore } from '#adapters/embedded/sqlite/sqlite-host-store.ts';
import type { HostKey } from '#core/politeness/hosts/host-key.ts';

const NOW = 1_763_700_000_000;
const key = (name: string): HostKey => name as HostKey;

// The promises of the port are checked by test/contract/suites/host-store.ts.
describe('SqliteHostStore ends the leases of the dead', () => {
  let folder: string;
  let database: SqliteDatabase;
  let store: SqliteHostStore;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'surf-hosts-'));
    database = new SqliteDatabase(folder);
    store = new SqliteHostStore(database);
  });
  afterEach(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });

  /** Which of the hosts somebody new gets now. */
  const free = async (...hosts: string[]): Promise<string[]> => {
    const answers = await Promise.all(hosts.map((host) => store.lease(key(host), 'new', NOW + 10, 0)));
    return hosts.filter((_, i) => answers[i]?.granted);
  };

  it('of one unit, and of no other', async () => {
    await store.lease(key('a'), 'x1/3/1', NOW, 1_000);
    await store.lease(key('b'), 'x1/3/11', NOW, 1_000);

    store.endLeasesOf('x1/3/1', NOW + 5);

    expect(await free('a', 'b')).toEqual(['a']);
  });

  it('of an execution, and of no other', async () => {
    await store.lease(key('a'), 'x1/3/1', NOW, 1_000);
    await store.lease(key('b'), 'x1/12/0', NOW, 1_000);
    await store.lease(key('c'), 'x12/3/1', NOW, 1_000);
    await store.lease(key('d'), 'x2/3/1', NOW, 1_000);

    store.endLeasesOf('x1/', NOW + 5);

    expect(await free('a', 'b', 'c', 'd')).toEqual(['a', 'b']);
  });
});
