import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { surfHere } from '#test/e2e/process/surf-here.ts';
import { startSite } from '#test/site/site.ts';
import { shopSite, shopThings } from '#test/site/sites/shop-site.ts';

interface Line {
  readonly url: string;
  readonly record: Record<string, unknown>;
  readonly errors: unknown[];
}

describe('surf with a selection policy (S7, N4)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'surf-extract-'));
  const data = join(folder, 'data');
  const file = (name: string): string => join(folder, name);
  let origin = '';
  beforeAll(async () => {
    writeFileSync(
      file('fields.yaml'),
      'rules: [{url: ["*/thing/*"], fields: {name: h1, reviews: {selector: li, all: true}}}]\n',
    );
    writeFileSync(file('other.json'), '{"fields":{"price":{"selector":".price","type":"number"}}}');
    writeFileSync(file('bad.yaml'), 'fields: {a: "h1:fist"}\n');
    const site = await startSite({ handler: shopSite });
    origin = site.origin(0);
    const flags = [
      '--selection',
      file('fields.yaml'),
      '--delay',
      '0',
      '--allow-private-network',
      '--exclude',
      '*/huge',
      '--exclude',
      '*/circle',
    ];
    const { code, stderr } = await surfHere(['crawl', `${origin}/`, '--data', data, ...flags]);
    await site.close();
    expect([code, stderr]).toEqual([0, expect.any(String)]);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const lines = (text: string): Line[] =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);

  it('writes a table where the file is called .csv, and refuses the names of other formats', async () => {
    const [table, other] = [file('prices.csv'), file('prices.parquet')];
    const flags = ['extract', 'last', '--data', data, '--selection', file('other.json'), '-o'];
    const { code } = await surfHere([...flags, table]);
    const refused = await surfHere([...flags, other]);

    const rows = readFileSync(table, 'utf8').split('\r\n');
    const row = rows.find((line) => line.includes('/thing/0,'));
    expect([code, rows[0]]).toEqual([0, 'url,price,recordErrors']);
    expect(row).toMatch(/^http:\S+\/thing\/0,[\d.]+,$/);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('end it with .csv for a table')]);
  });

  it('names the fields that have no value on any page', async () => {
    const { stderr } = await surfHere(['extract', 'last', '--data', data, '--select', 'nil=.nil', '--select', 'h=h1']);

    expect(stderr).toMatch(/^no value was found for nil in \d+ records: surf extract \S+ --select nil=SELECTOR /m);
  });

  it('exports the records of the crawl beside the pages', async () => {
    const { code, stdout } = await surfHere(['export', 'last', '--data', data, '--format', 'jsonl', '--out', '-']);

    const pages = lines(stdout);
    expect(code).toBe(0);
    const [thing] = shopThings(origin);
    expect(pages.find(({ url }) => url.endsWith('/thing/0'))).toMatchObject({
      record: { name: thing?.name, reviews: [] },
    });
    expect(pages.filter(({ record }) => record !== null)).toHaveLength(30);
  });

  it('extracts again with another policy and the server gone, to a file and to stdout', async () => {
    const args = ['extract', 'last', '--data', data, '--selection', file('other.json')];
    const toFile = await surfHere([...args, '--out', file('prices.jsonl'), '--json']);
    const toStdout = await surfHere(args);

    const written = readFileSync(file('prices.jsonl'), 'utf8');
    expect(toStdout.stdout).toBe(written);
    expect(JSON.parse(toFile.stdout)).toMatchObject({ items: 35, out: file('prices.jsonl'), bytes: written.length });
    const found = new Map(lines(written).map(({ url, record }) => [url, record.price]));
    expect(shopThings(origin).map(({ number }) => found.get(`${origin}/thing/${number}`))).toEqual(
      shopThings(origin).map(({ price }) => price),
    );
    expect((await surfHere([...args, '--out', file('prices.jsonl')])).code).toBe(5);
    expect((await surfHere(['verify', 'last', '--data', data])).code).toBe(0);
  });

  it('takes the selection of a whole workflow, and says of one without that it has none', async () => {
    const policy = JSON.parse(readFileSync(file('other.json'), 'utf8')) as unknown;
    writeFileSync(file('workflow.json'), JSON.stringify({ name: 'w', seeds: [origin], selection: policy }));
    writeFileSync(file('plain.json'), JSON.stringify({ name: 'w', seeds: [origin] }));
    const extract = (name: string) => surfHere(['extract', 'last', '--data', data, '--selection', file(name)]);
    const [whole, own, none] = [
      await extract('workflow.json'),
      await extract('other.json'),
      await extract('plain.json'),
    ];

    expect([whole.code, whole.stdout]).toEqual([0, own.stdout]);
    expect([none.code, none.stdout]).toEqual([2, '']);
    expect(none.stderr).toContain('plain.json is a workflow without a selection');
  });

  it.each([
    [['--selection', 'bad.yaml'], 2, 'SELECTOR_INVALID'],
    [['--selection', 'none.yaml'], 4, 'WORKFLOW_NOT_FOUND'],
    [[], 2, 'COMMAND_USAGE'],
  ])('refuses %j with exit code %d', async (flags, exit, error) => {
    const given = flags.map((flag) => (flag.startsWith('--') ? flag : file(flag)));
    const { code, stderr } = await surfHere(['extract', 'last', '--data', data, '--json', ...given]);

    expect(code).toBe(exit);
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: error } });
  });
});
