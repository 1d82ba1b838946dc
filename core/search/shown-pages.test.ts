import { describe, expect, it } from 'vitest';
import { PageBits } from '#core/search/page-bits.ts';
import type { IndexSegment } from '#core/search/search-index.ts';
import { shownPages } from '#core/search/shown-pages.ts';

/** A segment with a page for each letter; those in capitals are hidden already. */
function segmentOf(letters: string): IndexSegment {
  const shown = PageBits.none(letters.length);
  for (const [i, letter] of [...letters].entries()) if (letter === letter.toLowerCase()) shown.add(i + 1);
  const isWhole = letters === letters.toLowerCase();
  return {
    object: letters,
    bytes: 1,
    pages: letters.length,
    shown: isWhole ? null : shown,
    keys: () => [...letters.toLowerCase()],
  };
}

async function* keysOf(letters: string): AsyncGenerator<string> {
  yield* letters;
}

async function lettersShown(own: string, older: readonly string[], kept: string): Promise<string[]> {
  const shown = await shownPages({ own: [segmentOf(own)], older: older.map(segmentOf) }, keysOf(kept));
  for (const { bits, count, segment } of shown) {
    const rows = Array.from({ length: segment.pages }, (_, i) => i + 1).filter((row) => bits.has(row));
    expect(rows).toHaveLength(count);
  }
  return shown.map(({ segment, bits }) => [...segment.object].filter((_, i) => bits.has(i + 1)).join(''));
}

describe('the pages of older segments', () => {
  it('are shown where the tick kept them, and has no newer version', async () => {
    expect(await lettersShown('ce', ['abcdefghijkl', 'mnop'], 'abcdefgmp')).toEqual(['abdfg', 'mp']);
  });

  it('stay hidden where a tick before has hidden them', async () => {
    expect(await lettersShown('', ['aBcD', 'bd'], 'abcd')).toEqual(['ac', 'bd']);
  });

  it('are none where nothing was kept, and where no segment has what was', async () => {
    expect(await lettersShown('abc', ['abc', ''], '')).toEqual(['', '']);
    expect(await lettersShown('', ['bd'], 'ace')).toEqual(['']);
  });
});
