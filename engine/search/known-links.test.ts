import { describe, expect, it } from 'vitest';
import { MOST_ANCHORS, MOST_SIDE_TEXT, type SearchDocument } from '#core/search/search-document.ts';
import { withKnownLinks } from '#engine/search/known-links.ts';
import { type FewWords, searchDocument } from '#test/contract/search/search-document.ts';

async function linked(page: Partial<FewWords>, before: Partial<FewWords> | null): Promise<SearchDocument> {
  const find = () => (before === null ? null : searchDocument({ path: '/a', ...before }));
  const documents = (async function* () {
    yield searchDocument({ path: '/a', ...page });
  })();
  for await (const document of withKnownLinks(documents, { find })) return document;
  throw new Error('there is no document');
}

describe('links to a page that a tick requested (S22)', () => {
  it('are those that the tick found, and then those of earlier ticks', async () => {
    const page = { anchors: 'lamps\nbrass', inlinks: 2, body: 'new' };

    expect(await linked(page, null)).toEqual(searchDocument({ path: '/a', ...page }));
    expect(await linked(page, { anchors: 'brass\nold lamps', inlinks: 7, body: 'old' })).toMatchObject({
      anchors: 'lamps\nbrass\nold lamps',
      inlinks: 7,
      body: 'new',
    });
    expect(await linked(page, { anchors: '', inlinks: 1 })).toMatchObject({ anchors: 'lamps\nbrass', inlinks: 2 });
    expect(await linked({ inlinks: 0 }, { anchors: 'lamps', inlinks: 1 })).toMatchObject({
      anchors: 'lamps',
      inlinks: 1,
    });
  });

  it('have no more texts and characters than those of one tick', async () => {
    const texts = Array.from({ length: MOST_ANCHORS }, (_, n) => `text ${n}`);
    const long = 'x'.repeat(MOST_SIDE_TEXT);

    const { anchors } = await linked({ anchors: 'lamps' }, { anchors: texts.join('\n') });

    expect(anchors.split('\n')).toEqual(['lamps', ...texts.slice(0, MOST_ANCHORS - 1)]);
    expect((await linked({ anchors: 'lamps' }, { anchors: `${long}\nbrass` })).anchors).toBe('lamps');
  });
});
