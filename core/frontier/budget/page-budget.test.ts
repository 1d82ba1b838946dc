import { describe, expect, it } from 'vitest';
import { PageBudget, type PagesUsed } from '#core/frontier/budget/page-budget.ts';
import { Limits } from '#core/workflow/limits.ts';

const NOTHING: PagesUsed = { total: 0, byLevel: new Map(), byHost: new Map() };

const room = (limits: Partial<Limits>, used: Partial<PagesUsed> = {}): PageBudget =>
  new PageBudget(Limits.parse({ depth: null, pages: null, ...limits }), { ...NOTHING, ...used });

describe('PageBudget', () => {
  it('names depth before pages before the host before the level', () => {
    const all = { depth: 3, pages: 0, pagesPerHost: 0, pagesPerLevel: 0 };

    expect(room(all).holder(4, 'a')).toBe('depth');
    expect(room(all).holder(3, 'a')).toBe('pages');
    expect(room({ ...all, pages: null }).holder(3, 'a')).toBe('pagesPerHost');
    expect(room({ ...all, pages: null, pagesPerHost: null }).holder(3, 'a')).toBe('pagesPerLevel');
    expect(room({ depth: 3 }).holder(3, 'a')).toBeNull();
  });

  it('holds nothing where every limit is null', () => {
    const open = room({});

    for (let n = 0; n < 1_000; n++) open.use(0, 'a');

    expect(open.holder(1_000_000, 'a')).toBeNull();
    expect(open.isFull).toBe(false);
    expect(open.levelIsFull(0)).toBe(false);
    expect(open.hostIsFull('a')).toBe(false);
  });

  it('has no slot at all for a limit of 0, but for depth 0, which is the seeds', () => {
    expect(room({ pages: 0 }).isFull).toBe(true);
    expect(room({ pagesPerLevel: 0 }).levelIsFull(7)).toBe(true);
    expect(room({ pagesPerHost: 0 }).hostIsFull('never seen')).toBe(true);
    expect(room({ depth: 0 }).holder(0, 'a')).toBeNull();
    expect(room({ depth: 0 }).holder(1, 'a')).toBe('depth');
  });

  it('counts the pages that are there and every slot it gave, in all, by level and by host', () => {
    const used = { total: 7, byLevel: new Map([[2, 2]]), byHost: new Map([['a', 1]]) };
    const narrow = room({ pages: 9, pagesPerLevel: 3, pagesPerHost: 2 }, used);

    narrow.use(2, 'a');
    expect([narrow.holder(2, 'b'), narrow.holder(1, 'a'), narrow.holder(1, 'b')]).toEqual([
      'pagesPerLevel',
      'pagesPerHost',
      null,
    ]);
    narrow.use(1, 'b');

    expect(narrow.holder(1, 'b')).toBe('pages');
  });

  it('leaves what it was given alone', () => {
    const byLevel = new Map([[0, 1]]);
    const byHost = new Map([['a', 1]]);

    room({}, { byLevel, byHost }).use(0, 'a');

    expect([[...byLevel], [...byHost]]).toEqual([[[0, 1]], [['a', 1]]]);
  });
});
