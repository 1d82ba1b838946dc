import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { differenceLines } from '#cli/commands/results/page-difference.ts';
import type { Change } from '#core/diff/change.ts';
import { PageDifference } from '#core/diff/page-difference.ts';
import { removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';
import { surfHere } from '#test/e2e/process/surf-here.ts';
import { type Site, startSite } from '#test/site/site.ts';
import { ShopInTwoStates } from '#test/site/sites/shop-in-two-states.ts';

describe('surf diff', () => {
  const shop = new ShopInTwoStates();
  const folder = temporaryFolder();
  const ids: string[] = [];
  const times: string[] = [];
  let name = '';
  const selection = join(folder, 'price.yaml');
  let site: Site;
  beforeAll(async () => {
    site = await startSite({ handler: shop.handler });
    await mkdir(folder, { recursive: true });
    await writeFile(selection, 'fields: {price: .price}\n');
    for (const flags of [[], ['--exclude', '*/private'], ['--pages', '3']]) {
      const fields = ['--selection', selection, '--delay', '0', '--attempts', '1', '--allow-private-network'];
      const { stdout, stderr } = await surfHere([
        'crawl',
        `${site.origin(0)}/`,
        '--data',
        folder,
        '--json',
        ...fields,
        ...flags,
      ]);
      const last = stdout.trimEnd().split('\n').at(-1) ?? '';
      expect([last.startsWith('{'), stderr]).toEqual([true, stderr]);
      ids.push((JSON.parse(last) as { execution: string }).execution);
      shop.isLater = true;
    }
    const { stdout } = await surfHere(['ls', '--json', '--data', folder]);
    for (const line of stdout.trimEnd().split('\n')) {
      const listed = JSON.parse(line) as { name: string; createdAt: string };
      times.unshift(listed.createdAt);
      name = listed.name;
    }
  });
  afterAll(async () => {
    await site.close();
    await removeFolder(folder);
  });

  async function diff(
    ...args: string[]
  ): Promise<{ summary: unknown; changes: (Change & { type: string; path: string })[] }> {
    const { code, stdout, stderr } = await surfHere(['diff', ...args, '--data', folder]);
    expect([code, stderr]).toEqual([0, '']);
    const [summary, ...changes] = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Change & { type: string });
    return { summary, changes: changes.map((change) => ({ ...change, path: new URL(change.url).pathname })) };
  }

  it('says of each page how it changed, and counts the rest as unchanged', async () => {
    const { summary, changes } = await diff(ids[0] ?? '', ids[1] ?? '');

    expect(summary).toMatchObject({
      type: 'summary',
      before: ids[0],
      after: ids[1],
      complete: true,
      counts: {
        added: 1,
        removed: 2,
        moved: 1,
        changed: 4,
        unknown: 2,
        redirect: 1,
        status: 1,
        unchanged: 1,
        byBytes: 0,
        unread: 0,
      },
    });
    expect(Object.fromEntries(changes.map(({ path, type, url, title, ...rest }) => [path, rest]))).toEqual({
      '/': { kind: 'changed', what: ['text', 'bytes'], fields: [] },
      '/text': { kind: 'changed', what: ['text', 'bytes'], fields: [] },
      '/title': { kind: 'changed', what: ['bytes', 'title'], fields: [] },
      '/price': { kind: 'changed', what: ['text', 'bytes', 'fields'], fields: ['price'] },
      '/fresh': { kind: 'added', was: null },
      '/gone': { kind: 'removed', reason: 'gone', status: 410 },
      '/unlinked': { kind: 'removed', reason: 'unlinked', status: null },
      '/here': { kind: 'moved', from: `${site.origin(0)}/moved` },
      '/broken': { kind: 'unknown', reason: 'http-5xx', status: 503 },
      '/private': { kind: 'unknown', reason: 'excluded', status: null },
      '/sale': { kind: 'redirect', toBefore: `${site.origin(0)}/price`, to: `${site.origin(0)}/title` },
      '/lost': { kind: 'status', statusBefore: 403, status: 404 },
    });
  });

  it('writes the changes as CSV, JSON lines or Parquet, and says the counts', async () => {
    const write = async (name: string, ...flags: string[]) => {
      const path = join(folder, name);
      const pair = [ids[0] ?? '', ids[1] ?? '', '--data', folder];
      return { path, ...(await surfHere(['diff', ...pair, '-o', path, ...flags])) };
    };

    const csv = await write('changes.csv');
    const jsonl = await write('changes.jsonl', '--kind', 'removed');
    const parquet = await write('changes.parquet');
    const again = await write('changes.csv');
    const odd = await write('changes.txt');

    const [head, ...rows] = (await readFile(csv.path, 'utf8')).trimEnd().split('\r\n');
    expect(head).toBe('kind,url,title,what,fields,reason,status,from,to,toBefore,statusBefore,linksAdded,linksRemoved');
    expect(rows).toHaveLength(12);
    expect(rows).toContain(`changed,${site.origin(0)}/price,price,text bytes fields,price,,,,,,,,`);
    expect(rows).toContain(`status,${site.origin(0)}/lost,,,,,404,,,,403,,`);
    expect(rows).toContain(`removed,${site.origin(0)}/gone,gone,,,gone,410,,,,,,`);
    expect(csv.stderr).toContain(
      `1 added, 2 removed, 1 moved, 4 changed, 2 unknown, 1 redirect, 1 status, 1 unchanged, written to ${csv.path}`,
    );
    const lines = (await readFile(jsonl.path, 'utf8')).trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { kind?: string }).kind)).toEqual([
      undefined,
      'removed',
      'removed',
    ]);
    const table = (await readFile(parquet.path)).toString('latin1');
    expect([table.slice(0, 4), table.slice(-4)]).toEqual(['PAR1', 'PAR1']);
    expect([again.code, odd.code]).toEqual([5, 2]);
    expect(odd.stderr).toContain('end it with .csv, .jsonl or .parquet');
  });

  it('compares the links of pages that differ with --links, and counts those of all', async () => {
    const { summary, changes } = await diff(ids[0] ?? '', ids[1] ?? '', '--links');

    const url = (path: string) => `${site.origin(0)}${path}`;
    expect(summary).toMatchObject({ counts: { changed: 5, unchanged: 0, linksAdded: 2, linksRemoved: 1 } });
    const linked = changes.flatMap((change) => (change.kind === 'changed' && change.links ? [change] : []));
    expect(linked.map(({ path, what, links }) => [path, what, links])).toEqual([
      [
        '/',
        ['text', 'bytes', 'links'],
        { added: 1, removed: 1, addedUrls: [url('/fresh')], removedUrls: [url('/unlinked')] },
      ],
      ['/same', ['bytes', 'links'], { added: 1, removed: 0, addedUrls: [url('/text')], removedUrls: [] }],
    ]);
  });

  it('takes executions by their name and a time, and says which is the first where none is so old', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const at = new Date(Date.parse(times[1] ?? '') - 1).toISOString();

    const { summary } = await diff(`${name}@${at}`, `${name}@${today}`);
    const old = await surfHere(['diff', `${name}@2026-01-01`, 'last', '--data', folder]);
    const other = await surfHere(['diff', `x${name}@${today}`, 'last', '--data', folder]);
    const same = await surfHere(['diff', `${name}@${today}`, 'last', '--data', folder]);
    const odd = await surfHere(['diff', `${name}@yesterday`, 'last', '--data', folder]);

    expect(summary).toMatchObject({ before: ids[0], after: ids[2] });
    expect([old.code, old.stderr]).toEqual([4, expect.stringContaining(`the first one was made at ${times[0]}`)]);
    expect([other.code, other.stderr]).toEqual([4, expect.stringContaining(`did you mean ${name}?`)]);
    expect([same.code, same.stderr]).toEqual([
      2,
      expect.stringContaining(
        `${name}@${today} names the newest execution of that day or earlier; the day ends at midnight UTC`,
      ),
    ]);
    expect(same.stderr).toContain('surf diff last compares it with the one before it');
    expect([odd.code, odd.stderr]).toEqual([2, expect.stringContaining('"yesterday" behind the @ is not a time')]);
  });

  it('counts a page whose footer alone differs as changed with --by bytes only', async () => {
    const { summary, changes } = await diff(ids[0] ?? '', ids[1] ?? '', '--by', 'bytes');

    expect(changes.find(({ path }) => path === '/same')).toMatchObject({ kind: 'changed', what: ['bytes'] });
    expect(summary).toMatchObject({ counts: { changed: 5, unchanged: 0, byBytes: 0 } });
  });

  it('calls pages unknown, and not removed, that a limit kept the later crawl from', async () => {
    const { summary, changes } = await diff(ids[0] ?? '', ids[2] ?? '');

    expect(summary).toMatchObject({ complete: false });
    expect(changes.filter(({ kind }) => kind === 'removed')).toEqual([]);
    expect(changes.find(({ path }) => path === '/unlinked')).toMatchObject({ kind: 'unknown', reason: 'not-reached' });
  });

  it('has the versions of one page as lines, of the workflow that is named or the newest', async () => {
    const { code, stdout, stderr } = await surfHere(['history', `${site.origin(0)}/text`, '--data', folder]);
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string; execution?: string; changed?: string[] | null });
    const other = await surfHere(['history', `${site.origin(0)}/text`, '--workflow', 'other', '--data', folder]);

    expect([code, stderr]).toEqual([0, '']);
    expect(lines.map(({ type, execution, changed }) => [type, execution, changed])).toEqual([
      ['summary', undefined, undefined],
      ['version', ids[2], []],
      ['version', ids[1], ['text', 'bytes']],
      ['version', ids[0], null],
    ]);
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('there is no execution of other')]);
  });

  it('names the extracted fields that differ between two versions of a page', async () => {
    const { stdout } = await surfHere(['history', `${site.origin(0)}/price`, '--data', folder]);
    const [, ...versions] = stdout.trimEnd().split('\n');

    expect(versions.map((line) => JSON.parse(line)).slice(-2)).toMatchObject([
      { execution: ids[1], changed: ['text', 'bytes', 'fields'], fields: ['price'] },
      { execution: ids[0], changed: null, fields: [] },
    ]);
  });

  it('exports what changed since an execution, or since the last one before a time', async () => {
    const out = ['--format', 'jsonl', '-o', '-', '--data', folder];
    const exported = async (since: string) => {
      const { code, stdout } = await surfHere(['export', ids[1] ?? '', '--changed-since', since, ...out]);
      const lines = stdout.trimEnd().split('\n');
      return [code, ...lines.map((line) => new URL((JSON.parse(line) as { url: string }).url).pathname).sort()];
    };
    const never = await surfHere(['export', ids[1] ?? '', '--changed-since', '2001-01-01', ...out]);

    expect(await exported(ids[0] ?? '')).toEqual([0, '/', '/fresh', '/here', '/price', '/text', '/title']);
    expect(await exported('2999-01-01')).toEqual(await exported(ids[0] ?? ''));
    expect([never.code, never.stderr]).toEqual([2, expect.stringContaining('there is no execution of')]);
  });

  it('shows the words of one page that changed', async () => {
    const args = [ids[0] ?? '', ids[1] ?? '', '--page', `${site.origin(0)}/price`, '--data', folder];
    const { code, stdout } = await surfHere(['diff', ...args]);
    const difference = PageDifference.parse(JSON.parse(stdout));

    expect([code, difference.removed, difference.added]).toEqual([0, 1, 1]);
    expect(differenceLines(difference)).toEqual([
      `1 word removed, 1 word added  ${site.origin(0)}/price`,
      `  before  ${ids[0]}  ${difference.before.fetchedAt}  price`,
      `  after   ${ids[1]}  ${difference.after.fetchedAt}  price`,
      ...['', 'A price.', '', '**[-7-]{+8+}**'],
    ]);
    const none = await surfHere(['diff', ids[0] ?? '', ids[1] ?? '', '--page', 'price', '--data', folder]);
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('is not an http(s) address')]);
    const both = await surfHere(['diff', ...args, '--kind', 'changed']);
    expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('--kind has no effect with --page')]);
  });

  it('lists one kind, finds the previous execution, and names mistakes with what to do', async () => {
    const { changes } = await diff(ids[0] ?? '', ids[1] ?? '', '--kind', 'moved');
    expect(changes.map(({ kind }) => kind)).toEqual(['moved']);

    expect(await diff(ids[1] ?? '')).toMatchObject({ summary: { before: ids[0], after: ids[1] } });
    const first = await surfHere(['diff', ids[0] ?? '', '--data', folder]);
    expect([first.code, first.stderr]).toEqual([2, expect.stringContaining('there is no earlier execution')]);
    const wrong = await surfHere(['diff', ids[0] ?? '', ids[1] ?? '', '--kind', 'remove', '--data', folder]);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('did you mean removed?')]);
    const same = await surfHere(['diff', ids[1] ?? '', ids[1] ?? '', '--data', folder]);
    expect([same.code, same.stderr]).toEqual([2, expect.stringContaining('both names are execution')]);
  });
});
