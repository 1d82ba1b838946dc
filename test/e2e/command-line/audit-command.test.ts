import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IssueLine } from '#core/audit/issue.ts';
import type { AuditSummary } from '#engine/audit/audit-lines.ts';
import type { FactsLine } from '#engine/export/formats/facts.ts';
import type { NamedLine, NamedSummary } from '#engine/named-groups/named-group.ts';
import { removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';
import { surfHere } from '#test/e2e/process/surf-here.ts';
import { type Site, startSite } from '#test/site/site.ts';
import { FaultySite } from '#test/site/sites/faulty-site.ts';

describe('surf audit', () => {
  const faulty = new FaultySite();
  const folder = temporaryFolder();
  const ids: string[] = [];
  let site: Site;
  beforeAll(async () => {
    site = await startSite({ handler: faulty.handler, hosts: 2 });
    for (const flags of [[], [], ['--pages', '3']]) {
      const fields = ['--delay', '0', '--attempts', '1', '--sitemaps', 'auto', '--allow-private-network'];
      const { stdout, stderr } = await surfHere([
        'crawl',
        `${site.origin(0)}/`,
        '--data',
        folder,
        '--json',
        ...fields,
        ...flags,
      ]);
      expect([stdout.startsWith('{'), stderr]).toEqual([true, stderr]);
      ids.push((JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as { execution: string }).execution);
      faulty.isMended = true;
    }
  });
  afterAll(async () => {
    await site.close();
    await removeFolder(folder);
  });

  async function audit(
    ...args: string[]
  ): Promise<{ code: number | null; summary: AuditSummary; issues: IssueLine[]; stderr: string }> {
    const { code, stdout, stderr } = await surfHere(['audit', ...args, '--data', folder]);
    if (code === 0) expect(stderr).toBe('');
    const [summary, ...issues] = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    return { code, summary, issues, stderr };
  }
  it('groups pages with nearly the same text, by another threshold too, and against an earlier execution', async () => {
    const duplicates = async (...args: string[]) => {
      const { code, stdout, stderr } = await surfHere(['duplicates', ...args, '--data', folder]);
      const [summary, ...lines] = stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
      return { code, stderr, summary, lines };
    };
    const usual = await duplicates(ids[0] ?? '');
    const equal = await duplicates(ids[0] ?? '', '--threshold', '1');
    const later = await duplicates(ids[0] ?? '', '--against', ids[2] ?? '');
    const wrong = await duplicates(ids[0] ?? '', '--threshold', '0.5');

    expect(usual.summary).toMatchObject({ type: 'summary', execution: ids[0], threshold: 0.9, complete: true });
    expect(usual.lines.filter(({ of }) => of === null).length).toBe(usual.summary.groups);
    expect(usual.lines.length).toBe(usual.summary.groups + usual.summary.duplicates);
    expect(usual.lines.find(({ url }) => url.endsWith('/near-b'))).toMatchObject({
      of: expect.stringMatching(/\/near-a$/),
      similarity: expect.closeTo(0.98, 1),
    });
    expect(equal.summary.groups).toBe(0);
    expect(later.lines.filter(({ earlier }) => earlier).length).toBeGreaterThan(0);
    expect(new Set(later.lines.map(({ group }) => group)).size).toBe(later.summary.groups);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('0.7 to 1')]);
  });

  it('groups pages by their canonical or as language versions, with the issues of the audit', async () => {
    const grouped = async (by: string, ...args: string[]) => {
      const { code, stdout, stderr } = await surfHere([
        'duplicates',
        ids[0] ?? '',
        '--by',
        by,
        ...args,
        '--data',
        folder,
      ]);
      const lines = stdout.split('\n').filter((line) => line !== '');
      return { code, stderr, lines: lines.map((line) => JSON.parse(line) as NamedLine & NamedSummary) };
    };
    const audited = (await audit(ids[0] ?? '')).issues;
    const inGroups = async (by: string, prefix: string) => {
      const found = (await grouped(by)).lines.flatMap(({ url, issues = [] }) =>
        issues.map(({ code, detail }) => `${code} ${url} ${detail}`),
      );
      const known = audited.filter(({ code }) => code.startsWith(prefix));
      expect([...new Set(found)].sort()).toEqual(
        known.map(({ code, url, detail }) => `${code} ${url} ${detail}`).sort(),
      );
      return found.length;
    };

    expect(await inGroups('canonical', 'canonical-')).toBeGreaterThan(4);
    expect(await inGroups('hreflang', 'hreflang-')).toBe(3);
    expect((await grouped('canonical')).lines[0]).toMatchObject({ type: 'summary', by: 'canonical', withIssues: 7 });
    const wrong = [await grouped('canonical', '--threshold', '0.8'), await grouped('title')];
    expect(wrong.map(({ code, stderr }) => [code, stderr.includes('--by')])).toEqual([
      [2, true],
      [2, true],
    ]);
  });

  const pathOf = ({ url }: IssueLine): string => new URL(url).pathname;

  it('writes the counts and an issue a line, of all kinds or one', async () => {
    const { code, summary, issues } = await audit(ids[0] ?? '', '--kind', 'broken-internal-link');

    expect(summary).toMatchObject({ type: 'summary', schema: 1, execution: ids[0], complete: true });
    expect(summary.counts['broken-internal-link']).toEqual({ issues: 2, urls: 1 });
    expect(summary.severities).toMatchObject({ error: 11 });
    expect(issues.map(({ from, text }) => [new URL(from ?? '').pathname, text])).toEqual([
      ['/', '/gone'],
      ['/broken-source', 'a dead end'],
    ]);
    expect(code).toBe(0);
  });

  it('compares with an earlier execution: what is new, what remains, what was mended', async () => {
    const { summary, issues } = await audit(ids[1] ?? '', '--compare', ids[0] ?? '');

    const of = (state: string) =>
      issues.filter((issue) => issue.state === state).map((issue) => `${issue.code} ${pathOf(issue)}`);
    expect(of('new')).toEqual(['missing-description /fine']);
    expect(of('mended')).toEqual([
      'broken-internal-link /gone',
      'missing-title /untitled',
      'redirect-chain /chain-1',
      'duplicate-title /title-a',
      'duplicate-title /title-b',
      'near-duplicate /near-a',
      'near-duplicate /near-b',
    ]);
    expect(of('unknown')).toEqual([]);
    expect(summary.compared).toMatchObject({ with: ids[0], new: 1, mended: 7, remaining: issues.length - 8 });
  });

  it('has of a comparison the issues in one state; --fail-on counts the new ones of all', async () => {
    const mended = await audit(ids[1] ?? '', '--compare', ids[0] ?? '', '--state', 'mended', '--fail-on', 'warning');
    const alone = await surfHere(['audit', ids[1] ?? '', '--state', 'new', '--data', folder]);

    expect(new Set(mended.issues.map(({ state }) => state))).toEqual(new Set(['mended']));
    expect([mended.issues.length, mended.summary.compared?.new, mended.code]).toEqual([7, 1, 3]);
    expect([alone.code, alone.stderr]).toEqual([2, expect.stringContaining('--state requires --compare')]);
  });

  it('calls nothing mended that a limit kept the later crawl from', async () => {
    const { summary, issues } = await audit(ids[2] ?? '', '--compare', ids[0] ?? '');

    expect(summary.complete).toBe(false);
    expect(issues.find((issue) => pathOf(issue) === '/no-h1')).toMatchObject({ state: 'unknown' });
    expect(issues.filter(({ state, url }) => state === 'mended' && url.endsWith('/title-b'))).toEqual([]);
  });

  it('ends with code 3 when there is an issue as grave as --fail-on; compared, a new one', async () => {
    const codeOf = async (...args: string[]) => (await audit(...args)).code;

    expect(await codeOf(ids[0] ?? '', '--fail-on', 'error')).toBe(3);
    expect(await codeOf(ids[1] ?? '', '--compare', ids[0] ?? '', '--fail-on', 'error')).toBe(0);
    expect(await codeOf(ids[1] ?? '', '--compare', ids[0] ?? '', '--fail-on', 'warning')).toBe(3);
  });

  it('ends with code 3 when there is an issue of a kind that --fail-on names, and says how many', async () => {
    const { code, stderr } = await audit(
      ids[0] ?? '',
      '--fail-on',
      'mixed-content',
      '--fail-on',
      'broken-internal-link',
    );
    const absent = await audit(ids[0] ?? '', '--fail-on', 'mixed-content');
    const { issues } = await audit(ids[0] ?? '', '--kind', 'broken-internal-link');

    expect(issues.length).toBeGreaterThan(0);
    expect([code, stderr.trim().split('\n').at(-1)]).toEqual([
      3,
      `${issues.length} issue${issues.length === 1 ? '' : 's'} of --fail-on mixed-content, broken-internal-link: the exit code is 3`,
    ]);
    expect([absent.code, absent.stderr]).toEqual([0, '']);
  });

  it('reads the facts that surf export writes a line per HTML page, with absolute addresses', async () => {
    const { stdout } = await surfHere(['export', ids[0] ?? '', '--format', 'facts', '--out', '-', '--data', folder]);

    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as FactsLine);
    const of = (path: string) => lines.find(({ url }) => url === `${site.origin(0)}${path}`);
    expect(lines.length).toBe(41);
    expect(of('/')?.links).toEqual({ internal: 40, external: 1 });
    expect(of('/own-canonical')).toMatchObject({ canonicals: [`${site.origin(0)}/own-canonical`], language: 'en' });
    expect(of('/fr')?.alternates).toEqual([{ language: 'en-uk', href: `${site.origin(0)}/lonely` }]);
    expect(of('/slow')?.answerMs).toBeGreaterThanOrEqual(2_500);
    expect(of('/thin')).toMatchObject({ words: 22, headings: { count: 1, first: ['Page thin'] }, isCut: false });
  });

  it('tells of one page the facts that the export has, and the digest of its text', async () => {
    const url = `${site.origin(0)}/fr`;
    const exported = await surfHere(['export', ids[0] ?? '', '--format', 'facts', '-o', '-', '--data', folder]);
    const { code, stdout } = await surfHere(['explain', ids[0] ?? '', url, '--facts', '--data', folder]);
    const other = await surfHere(['explain', ids[0] ?? '', `${url}-unseen`, '--facts', '--data', folder]);
    const line = exported.stdout.split('\n').find((text) => text.includes(`"url":"${url}"`)) ?? '';
    const { textDigest, fetchedAt, ...facts } = JSON.parse(stdout);

    expect(code).toBe(0);
    expect(facts).toEqual(JSON.parse(line));
    expect([textDigest, fetchedAt]).toEqual([expect.stringMatching(/^\d+\.[0-9a-f]{32}$/), expect.any(String)]);
    expect([other.code, other.stderr]).toEqual([1, expect.stringContaining(`no archived answer of ${url}-unseen\n`)]);
    expect(other.stderr).toContain(`surf explain ${ids[0]} URL shows its outcome`);
  });

  it('writes a report and a table, and names mistakes with what to do', async () => {
    const [report, table] = [join(folder, 'report.html'), join(folder, 'issues.csv')];
    for (const [format, out] of [
      ['html', report],
      ['csv', table],
    ] as const) {
      const { code, stdout } = await surfHere([
        'audit',
        ids[0] ?? '',
        '--format',
        format,
        '--out',
        out,
        '--data',
        folder,
      ]);
      expect([code, stdout]).toEqual([0, '']);
    }

    const html = readFileSync(report, 'utf8');
    expect(html).toContain('<h2 id="broken-internal-link" class="error">Broken internal links</h2>');
    expect(html).toContain('a dead end');
    expect(html.match(/<script|<img|<link|src=/g)).toBe(null);
    const rows = readFileSync(table, 'utf8').trimEnd().split('\r\n');
    expect([rows[0], rows.length]).toEqual(['severity,code,title,url,detail,from,text,state', 37]);
    const wrong = await surfHere(['audit', ids[0] ?? '', '--kind', 'orphan-pages', '--data', folder]);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('did you mean orphan-page?')]);
    const same = await surfHere(['audit', ids[0] ?? '', '--compare', ids[0] ?? '', '--data', folder]);
    expect([same.code, same.stderr]).toEqual([2, expect.stringContaining('both names are execution')]);
  });
});
