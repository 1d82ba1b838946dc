import { expect } from 'vitest';
import type { ExecutionId } from '#core/model/ids.ts';
import type { RecordPorts } from '#test/e2e/crawls/crawl-record.ts';
import { differencesOf } from '#test/e2e/crawls/differences.ts';

/**
 * What every crawl must pass, however it came to its end: `verify` finds no difference, and the
 * ledger balances (N3).
 */
export async function expectProven(ports: RecordPorts, id: ExecutionId): Promise<void> {
  expect(await differencesOf(ports, id)).toEqual([]);
  const { discovered, skipped, failed, kept = 0, ...settled } = (await ports.catalog.execution(id)).counts;
  const parts = [kept, ...Object.values(settled), ...Object.values(skipped), ...Object.values(failed)];
  expect(parts.reduce((sum, n) => sum + n, 0)).toBe(discovered);
}
