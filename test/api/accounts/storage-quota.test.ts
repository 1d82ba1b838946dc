import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Embedded, openEmbedded } from '#compose/compose-local.ts';
import type { Execution } from '#core/execution/execution.ts';
import { USUAL_ROLES } from '#core/identity/roles/role-limits.ts';
import { NO_RIGHTS } from '#core/identity/roles/user.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { controlExecution } from '#engine/control/control-execution.ts';
import { deleteExecution } from '#engine/finish/delete-execution.ts';
import { keepFileSizes } from '#engine/requested/keep-file-sizes.ts';
import { startExecution } from '#engine/start/start-execution.ts';
import { quickWorkflow, removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';
import { expectProven } from '#test/e2e/crawls/proof.ts';
import { type Site, startSite } from '#test/site/site.ts';

const PAGES = 40;
const PAGE_BYTES = 20_000;
const MOST = 300_000;
/** A page that was in flight, and the lines of the chunk. */
const ONE_MORE = 2 * PAGE_BYTES;

/** Text that no compression makes small. */
function noise(seed: string): string {
  let text = '';
  for (let n = 0; text.length < PAGE_BYTES; n++) text += createHash('sha512').update(`${seed} ${n}`).digest('base64');
  return text.slice(0, PAGE_BYTES);
}

const LINKS = Array.from({ length: PAGES }, (_, n) => `<a href="/${n}">${n}</a>`).join('');

let site: Site;
let surf: Embedded;
beforeEach(async () => {
  site = await startSite({
    handler: (exchange) => exchange.html(exchange.path === '/' ? LINKS : noise(exchange.path)),
  });
  const standard = { ...USUAL_ROLES.standard, storedBytes: MOST };
  const premium = { ...USUAL_ROLES.premium, storedBytesOfAll: MOST };
  surf = openEmbedded({ data: temporaryFolder(), roles: { ...USUAL_ROLES, standard, premium } });
  for (const [id, role] of [['anna', 'standard'] as const, ['rich', 'premium'] as const]) {
    await surf.accounts.saveUser({
      v: 1,
      id,
      email: null,
      role,
      assigned: 'hand',
      rights: NO_RIGHTS,
      createdAt: 1,
    });
  }
});
afterEach(async () => {
  await surf.close();
  removeFolder(surf.data);
  await site.close();
});

async function crawl(owner: string, pages: number): Promise<Execution> {
  const workflow = quickWorkflow({ seeds: [`${site.origin(0)}/`], limits: { pages } });
  const settings = { allowPrivateNetwork: true, connectTo: [] };
  const { id } = await startExecution(surf, { workflow, settings, owner, openedByDeployment: true });
  return await surf.drive(id);
}

async function chunkBytes(id: ExecutionId): Promise<number> {
  let sum = 0;
  for await (const { bytes } of surf.archive.list(`executions/${id}/chunks/`)) sum += bytes;
  return sum;
}

describe('a quota of storage (S27)', () => {
  it('counts the objects that workers wrote, and gives them back when the execution is deleted', async () => {
    const row = await crawl('anna', 5);

    expect([row.status, row.storedBytes]).toEqual(['limited', await chunkBytes(row.id)]);
    expect(row.storedBytes).toBeGreaterThan(3 * PAGE_BYTES);
    expect(await surf.accounts.stored('anna')).toBe(row.storedBytes);
    await expectProven(surf, row.id);
    await deleteExecution(surf, row.id);
    await surf.drive(row.id).catch(() => undefined);
    expect(await surf.accounts.stored(null)).toBe(0);
  });

  it('ends a crawl as limited(storage) within a page, loses nothing, and continues when another is deleted', async () => {
    const first = await crawl('anna', 5);
    const second = await crawl('anna', 1_000);
    const kept = await surf.accounts.stored('anna');

    expect([second.status, second.reason]).toEqual(['limited', 'storage']);
    expect(kept).toBe((first.storedBytes ?? 0) + (second.storedBytes ?? 0));
    expect(kept).toBeGreaterThanOrEqual(MOST);
    expect(kept).toBeLessThan(MOST + ONE_MORE);
    expect(second.counts.stored + second.counts.pending).toBe(PAGES + 1);
    await expectProven(surf, second.id);

    await deleteExecution(surf, first.id);
    await surf.drive(first.id).catch(() => undefined);
    await controlExecution(surf, second.id, { type: 'resume' });
    const further = await surf.drive(second.id);
    expect([further.status, further.reason]).toEqual(['limited', 'storage']);
    expect(further.counts.stored).toBeGreaterThan(second.counts.stored);
    expect(await surf.accounts.stored('anna')).toBeLessThan(MOST + ONE_MORE);
    await expectProven(surf, second.id);
  });

  it('counts the files that were made of an execution, as they are after each build', async () => {
    const row = await crawl('anna', 3);
    const crawled = await surf.accounts.stored('anna');

    await surf.archive.put(`executions/${row.id}/reports/one.file`, [Buffer.alloc(500)]);
    await surf.archive.put(`executions/${row.id}/search/000002.v4.segment`, [Buffer.alloc(70)]);
    await keepFileSizes(surf, row);
    await surf.archive.put(`executions/${row.id}/downloads/2.warc.gz`, [Buffer.alloc(6)]);
    await surf.archive.delete([`executions/${row.id}/reports/one.file`]);
    const before = await surf.accounts.stored('anna');
    await keepFileSizes(surf, row);

    expect([before - crawled, (await surf.accounts.stored('anna')) - crawled]).toEqual([570, 76]);
  });

  it('of everybody ends a crawl of one role by what others keep, and binds no other role', async () => {
    const others = await crawl('somebody else', 1_000);
    const own = await crawl('rich', 1_000);

    expect([others.status, others.counts.stored]).toEqual(['succeeded', PAGES + 1]);
    expect([own.status, own.reason, own.counts.stored]).toEqual(['limited', 'storage', 0]);
  });
});
