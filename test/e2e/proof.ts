import { expect } from 'vitest';
import { decodeBody } from '#adapters/http/content-coding.ts';
import type { ExecutionId } from '#core/execution/ids.ts';
import { verify } from '#engine/verify.ts';
import type { RecordPorts } from '#test/e2e/crawl-record.ts';

/** What every crawl must pass, however it came to its end: `verify` finds no difference, and the ledger balances (N3). */
export async function expectProven(ports: RecordPorts, id: ExecutionId): Promise<void> {
  const { holds, differences, counts } = await verify({ ...ports, decodeBody }, id);
  expect(differences).toEqual([]);
  expect(holds).toBe(true);
  expect((await ports.catalog.execution(id)).counts).toEqual(counts);
  const { discovered, skipped, failed, ...settled } = counts;
  const parts = [...Object.values(settled), ...Object.values(skipped), ...Object.values(failed)];
  expect(parts.reduce((sum, n) => sum + n, 0)).toBe(discovered);
}
