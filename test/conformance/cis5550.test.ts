import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Embedded, openEmbedded } from '#compose/compose-local.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { checkWorkflow } from '#core/workflow/parsing/parse-workflow.ts';
import { exportCrawlTable } from '#engine/export/supply/crawl-table-rows.ts';
import { startExecution } from '#engine/start/start-execution.ts';
import { removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';
import { expectProven } from '#test/e2e/crawls/proof.ts';
import { freePort } from '#test/free-port.ts';
import { whenPresent } from '#test/when-present.ts';

/** The site of the course, generated; it is next to the repository. */
const SITE = fileURLToPath(new URL('../../../shared/sites/cis5550-like.mjs', import.meta.url));

/** Few: each is a second after the previous one. */
const SIMPLE_PAGES = 20;

/** A row of the course's `crawl` table, as the site itself says it. */
interface ReferenceRow {
  readonly url: string;
  readonly responseCode: number;
  readonly contentType?: string;
  readonly length?: number;
  readonly pageSha1?: string;
}
/** A request as the site logged it. */
interface Logged {
  readonly t: number;
  readonly h: 'simple' | 'advanced';
  readonly m: string;
  readonly u: string;
  readonly ua: string;
}

/**
 * The rows that `surf export --format crawl-table --explicit-ports` writes, as the site says them:
 * with the hash of the page instead of the page.
 */
async function rowsOf(surf: Embedded, id: ExecutionId): Promise<ReferenceRow[]> {
  const rows: ReferenceRow[] = [];
  for await (const row of exportCrawlTable(surf, id, { explicitPorts: true })) {
    const { url, responseCode, contentType, length, page } = row;
    expect(row).toMatchObject({ key: sha1(url), canonicalURL: null });
    if (responseCode === null) throw new Error(`no answer of ${url}`);
    rows.push({
      url,
      responseCode,
      ...(contentType !== null && { contentType }),
      ...(length !== null && { length }),
      ...(page !== null && { pageSha1: sha1(Buffer.from(page, 'base64')) }),
    });
  }
  return rows.sort(byUrl);
}

function withoutHead({ contentType: _, length: __, ...row }: ReferenceRow): ReferenceRow {
  return row;
}

/** What the site's HEAD says of a path. */
function headOf(
  port: number,
  to: { host: string; path: string },
): Promise<{ type: string | null; length: number | null }> {
  return new Promise((resolve, reject) => {
    request({ port, method: 'HEAD', path: to.path, headers: { host: to.host } }, ({ headers }) => {
      const length = headers['content-length'];
      resolve({ type: headers['content-type'] ?? null, length: length === undefined ? null : Number(length) });
    })
      .on('error', reject)
      .end();
  });
}

const sha1 = (data: string | Uint8Array): string => createHash('sha1').update(data).digest('hex');

const byUrl = (a: ReferenceRow, b: ReferenceRow): number => (a.url < b.url ? -1 : 1);

whenPresent({ name: 'the site of the course', path: SITE }, () => {
  describe('preset cis5550 on a site like the sandboxes of the course (H1, H2, H3, H4, H5, H6, H7)', () => {
    let site: ChildProcess;
    let port = 0;
    const data = temporaryFolder();
    const ask = async <T>(path: string): Promise<T> =>
      (await (await fetch(`http://127.0.0.1:${port}${path}`)).json()) as T;

    beforeAll(async () => {
      port = await freePort();
      site = spawn(process.execPath, [SITE, String(port), '1', String(SIMPLE_PAGES)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      if (site.stdout !== null) await once(site.stdout, 'data');
    });
    afterAll(async () => {
      site.kill();
      removeFolder(data);
    });

    it.each([
      ['simple', 1_000], // no robots.txt
      ['advanced', 10], // Crawl-delay: 0.01
    ] as const)(
      '%s: the rows of the reference, robots.txt first, HEAD before GET, %i ms between pages, nothing forbidden',
      async (name, spacingMs) => {
        const host = `${name}.crawltest.local`;
        const surf = openEmbedded({ data });
        try {
          const workflow = checkWorkflow({ seeds: [`http://${host}/`], preset: 'cis5550' });
          const connectTo = [{ host, port: 80, toHost: '127.0.0.1', toPort: port }];
          const { id } = await startExecution(surf, { workflow, settings: { allowPrivateNetwork: true, connectTo } });
          expect(await surf.drive(id)).toMatchObject({ status: 'succeeded' });

          const log = (await ask<Logged[]>('/__log')).filter(({ h }) => h === name);
          const rows = await rowsOf(surf, id);
          const reference = (await ask<ReferenceRow[]>(`/__ref?host=${name}`)).sort(byUrl);
          expectPolite(log, reference);
          // Of other answers than 200 the reference has neither type nor length; the site's HEAD
          // may name them.
          expect(rows.map((row) => (row.responseCode === 200 ? row : withoutHead(row)))).toEqual(reference);
          for (const row of rows.filter(({ responseCode }) => responseCode !== 200)) {
            const said = await headOf(port, { host, path: new URL(row.url).pathname });
            expect([row.url, row.contentType ?? null, row.length ?? null]).toEqual([row.url, said.type, said.length]);
          }
          expect(reference.length).toBeGreaterThan(SIMPLE_PAGES);
          await expectSpaced(surf, id, spacingMs);
          await expectProven(surf, id);
        } finally {
          await surf.close();
        }
      },
    );
  });
});

/** The site's log: what was asked, in which order. */
function expectPolite(log: readonly Logged[], reference: readonly ReferenceRow[]): void {
  const [robots, ...pages] = log;
  expect(robots).toMatchObject({ m: 'GET', u: '/robots.txt' });
  expect(new Set(log.map(({ ua }) => ua))).toEqual(new Set(['cis5550-crawler']));
  expect(pages.filter(({ u }) => u === '/robots.txt' || u.startsWith('/nocrawl'))).toEqual([]);
  const expected = reference.flatMap(({ url, pageSha1 }) => {
    const { pathname } = new URL(url);
    return pageSha1 === undefined ? [`HEAD ${pathname}`] : [`HEAD ${pathname}`, `GET ${pathname}`];
  });
  expect(pages.map(({ m, u }) => `${m} ${u}`).sort()).toEqual(expected.sort());
  for (const [i, { m, u }] of pages.entries()) if (m === 'GET') expect(pages[i - 1]).toMatchObject({ m: 'HEAD', u });
}

/** Our own clock: requests may arrive closer together than they start. */
async function expectSpaced(surf: Embedded, id: ExecutionId, spacingMs: number): Promise<void> {
  const { rows } = await surf.tasks.list(id, 10_000);
  const starts = rows.flatMap(({ startedAt }) => startedAt ?? []).sort((a, b) => a - b);
  const gaps = starts.slice(1).map((at, i) => at - (starts[i] ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(spacingMs - 1); // clocks count whole milliseconds
  const median = gaps.sort((a, b) => a - b)[gaps.length >> 1] ?? 0;
  if (spacingMs < 100) expect(median).toBeLessThan(500); // not the second that holds where robots.txt says nothing
}
