import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SQLInputValue } from 'node:sqlite';
import { SqliteAccountStore } from '#adapters/embedded/sqlite/sqlite-account-store.ts';
import { SqliteCatalog } from '#adapters/embedded/sqlite/sqlite-catalog.ts';
import { type Row, SqliteDatabase } from '#adapters/embedded/sqlite/sqlite-database.ts';
import { SqliteTaskIndex } from '#adapters/embedded/sqlite/sqlite-task-index.ts';
import { SqliteUnitStore } from '#adapters/embedded/sqlite/sqlite-unit-store.ts';
import { SqliteWorkflowStore } from '#adapters/embedded/sqlite/sqlite-workflow-store.ts';
import { amount } from '#test/campaign.ts';
import { boundedReads, type CountedTables } from '#test/contract/bounded-reads.ts';

/** Counts statements that read. */
class CountedDatabase extends SqliteDatabase {
  reads = 0;

  override get(sql: string, ...values: SQLInputValue[]): Row | undefined {
    this.reads += 1;
    return super.get(sql, ...values);
  }

  override all(sql: string, ...values: SQLInputValue[]): Row[] {
    this.reads += 1;
    return super.all(sql, ...values);
  }
}

async function open(): Promise<CountedTables> {
  const folder = mkdtempSync(join(tmpdir(), 'surf-reads-'));
  const database = new CountedDatabase(folder);
  return {
    ports: {
      catalog: new SqliteCatalog(database),
      workflows: new SqliteWorkflowStore(database),
      accounts: new SqliteAccountStore(database),
      tasks: new SqliteTaskIndex(database),
      units: new SqliteUnitStore(database),
    },
    reads() {
      const { reads } = database;
      database.reads = 0;
      return reads;
    },
    async close() {
      database.close();
      rmSync(folder, { recursive: true });
    },
  };
}

boundedReads('SQLite', {
  open,
  most: 50,
  sizes: [100, amount({ gate: 10_000, campaign: 100_000 })],
  pages: 40,
  listed: 100,
});
