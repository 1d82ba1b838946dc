import { describe, expect, it } from 'vitest';
import { recordsTable } from '#cli/export/records-table.ts';
import type { PageLine } from '#core/export/tables/page-line.ts';

const page = (change: Partial<PageLine>): PageLine =>
  ({ url: 'http://a.test/', status: 200, title: 'A', ...change }) as PageLine;

async function tableOf(pages: readonly PageLine[]): Promise<string[]> {
  const lines: string[] = [];
  async function* all(): AsyncGenerator<PageLine> {
    yield* pages;
  }
  for await (const line of recordsTable(all())) lines.push(line);
  return lines;
}

describe('records on a terminal', () => {
  it('are a table of the fields and the address', async () => {
    const lines = await tableOf([
      page({ record: { name: 'Lamp', price: 40 } }),
      page({ record: { name: 'A long name', price: null }, url: 'http://a.test/b' }),
    ]);

    expect(lines).toEqual([
      'name         price  url',
      'Lamp         40     http://a.test/',
      'A long name         http://a.test/b',
    ]);
  });

  it('are status, title and address without a selection', async () => {
    expect(await tableOf([page({})])).toEqual(['status  title  url', '200     A      http://a.test/']);
  });

  it('have cut values, and no character that a terminal obeys', async () => {
    const [, line = ''] = await tableOf([page({ title: `\u001b[31m${'x'.repeat(80)}` })]);

    expect(line).toContain('…');
    expect(line).not.toContain('\u001b');
    expect(line.length).toBeLessThan(80);
  });

  it('have all pages where there are many, and none where there are none', async () => {
    const many = Array.from({ length: 450 }, (_, n) => page({ url: `http://a.test/${n}` }));

    expect(await tableOf(many)).toHaveLength(451);
    expect(await tableOf([])).toEqual([]);
  });
});
