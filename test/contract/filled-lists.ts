import { MOST_BLOCKED } from '#core/identity/account-store.ts';
import { keyHash, keyIdOf } from '#core/identity/api-key.ts';
import { NO_RIGHTS } from '#core/identity/roles/user.ts';
import { ExecutionId, WorkflowId } from '#core/model/ids.ts';
import { LOCAL_USER } from '#core/model/local-user.ts';
import { Workflow } from '#core/workflow/workflow.ts';
import type { CountedTables } from '#test/contract/bounded-reads.ts';
import { sampleExecution } from '#test/contract/samples.ts';

/** Written at once. */
const AT_ONCE = 32;
const T0 = Date.parse('2026-10-01T00:00:00Z');
const DAY_MS = 86_400_000;

/**
 * So many executions, workflows, users, keys, audit events, blocked patterns (at most 1,000) and
 * executions' days of work.
 */
export async function fillLists({ catalog, workflows, accounts }: CountedTables['ports'], rows: number): Promise<void> {
  const definition = Workflow.parse({ seeds: ['https://example.org/'] });
  const by = LOCAL_USER;
  const write = async (n: number): Promise<void> => {
    const name = String(n).padStart(9, '0');
    const createdAt = T0 + n;
    const role = 'standard';
    await catalog.createExecution(sampleExecution({ id: ExecutionId.parse(`x${name}`), createdAt }));
    const head = { v: 1, id: WorkflowId.parse(`w${name}`), owner: by, name, version: 1 } as const;
    await workflows.create({ ...head, createdAt, updatedAt: createdAt }, definition);
    await accounts.saveUser({
      v: 1,
      id: `user|${name}`,
      email: null,
      role,
      assigned: 'hand',
      rights: NO_RIGHTS,
      createdAt,
    });
    const hash = keyHash(name);
    await accounts.createKey({
      v: 1,
      id: keyIdOf(hash),
      hash,
      prefix: 'surf_',
      name,
      owner: by,
      role,
      ancestors: [],
      createdAt,
      expiresAt: null,
      revokedAt: null,
    });
    await accounts.addAudit({ v: 1, id: `a${name}`, at: createdAt, by, action: 'unblocked', target: name, text: name });
    if (n < MOST_BLOCKED) {
      await accounts.block({ v: 1, id: `b${name.padStart(32, '0')}`, pattern: name, note: null, by, createdAt });
    }
    const day = new Date(T0 + (n % 50) * DAY_MS).toISOString().slice(0, 10);
    const [before, after] = [
      { pages: 0, usd: 0, storedBytes: 0 },
      { pages: 1, usd: 0.1, storedBytes: 1 },
    ] as const;
    await accounts.countWork({ execution: ExecutionId.parse(`x${name}`), user: by, day, before, after });
  };
  const numbers = Array.from({ length: rows }, (_, n) => n).values();
  const lane = async (): Promise<void> => {
    for (const n of numbers) await write(n);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}
