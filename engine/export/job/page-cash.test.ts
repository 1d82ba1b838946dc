import { describe, expect, it } from 'vitest';
import { CASH_COLUMNS } from '#core/export/tables/columns/cash-columns.ts';
import type { TablePage } from '#core/export/tables/table-columns.ts';
import { pageCash } from '#engine/export/job/page-cash.ts';
import { History } from '#test/verify/history.ts';
import type { ScriptedPage } from '#test/verify/scripted-worker.ts';

const A = 'http://a.example';

const WEB: Readonly<Record<string, ScriptedPage>> = {
  [`${A}/`]: { links: [`${A}/1`, `${A}/2`] },
  [`${A}/1`]: { body: '1', links: [`${A}/few`, `${A}/both`, `${A}/moved`, `${A}/other`] },
  [`${A}/2`]: { body: '2', links: [`${A}/both`] },
  [`${A}/moved`]: { redirect: `${A}/end` },
};

async function cashOf(order: string, ...paths: readonly string[]): Promise<(number | null)[]> {
  const history = new History((url) => WEB[url] ?? { body: url });
  await history.crawl({ seeds: [`${A}/`], order });
  const cash = await pageCash(history, history.id);
  return paths.map((path) => cash.of(`${A}${path}`));
}

describe('the column cash (G10)', () => {
  it('has what pages of the previous level gave; none of seeds, targets of redirects, and what nothing links', async () => {
    expect(await cashOf('importance', '/', '/1', '/both', '/few', '/moved', '/end', '/never')).toEqual([
      null,
      0.5,
      1.25,
      0.25,
      0.25,
      null,
      null,
    ]);
  });

  it('is null of a crawl in another order, and of a page without cash', async () => {
    expect(await cashOf('breadth-first', '/1', '/both')).toEqual([null, null]);
    const cells = [{ cash: 1.25 }, { cash: null }, {}].map((page) => CASH_COLUMNS[0]?.cell(page as TablePage));
    expect(cells).toEqual([1.25, null, null]);
  });
});
