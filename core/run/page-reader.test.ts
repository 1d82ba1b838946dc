import { describe, expect, it } from 'vitest';
import { PageReader } from '#core/run/page-reader.ts';
import type { ListAnswer, ListedPage, ListRequest, RunSource } from '#core/run/run-source.ts';

const page = (key: string, provisional = false): ListedPage => ({ key, url: `http://a/${key}`, provisional }) as never;

/**
 * What the source has at one time: list answers by cursor, the wave, and whether the execution has
 * ended.
 */
interface Moment {
  readonly wave: number;
  readonly hasEnded?: boolean;
  readonly answers: Readonly<Record<string, ListAnswer>>;
}

/** Plays moments one after the other: `change` leads to the next. */
function scripted(moments: readonly Moment[]): { source: RunSource; asked: ListRequest[] } {
  let at = 0;
  const asked: ListRequest[] = [];
  const now = (): Moment => moments[at] ?? { wave: 0, answers: {} };
  const source = {
    id: 'x00000000000',
    state: async () => ({ wave: now().wave, hasEnded: now().hasEnded ?? false }),
    list: async (request: ListRequest) => {
      asked.push(request);
      const answer = now().answers[request.next ?? ''];
      if (answer === undefined) throw new Error(`no answer for ${request.next}`);
      return answer;
    },
    change: async () => {
      at += 1;
    },
  };
  return { source: source as never, asked };
}

const keysOf = async (source: RunSource, settled = false): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of new PageReader(source, { settled }).all()) keys.push(key);
  return keys;
};

const RUNNING: readonly Moment[] = [
  { wave: 1, answers: { '': { items: [page('a', true)], next: null } } },
  { wave: 1, answers: { '': { items: [page('a', true), page('b', true), page('twin', true)], next: null } } },
  { wave: 2, answers: { '': { items: [page('b'), page('a'), page('c', true)], next: null } } },
  { wave: 2, hasEnded: true, answers: { '': { items: [page('b'), page('a'), page('c')], next: null } } },
];

describe('PageReader', () => {
  it('yields each page once, though it comes again settled', async () => {
    expect(await keysOf(scripted(RUNNING).source)).toEqual(['a', 'b', 'twin', 'c']);
  });

  it('yields settled pages only, in the order of the crawl, when the caller says so', async () => {
    expect(await keysOf(scripted(RUNNING).source, true)).toEqual(['b', 'a', 'c']);
  });

  it('follows the cursors and reads the end of the list again', async () => {
    const { source, asked } = scripted([
      { wave: 2, answers: { '': { items: [page('a')], next: '1' }, 1: { items: [page('b')], next: null } } },
      { wave: 3, hasEnded: true, answers: { 1: { items: [page('b'), page('c')], next: null } } },
    ]);

    expect(await keysOf(source)).toEqual(['a', 'b', 'c']);
    expect(asked.map(({ next }) => next)).toEqual([undefined, '1', '1']);
  });

  it('yields a page once that comes again behind a cursor of the running wave', async () => {
    const { source } = scripted([
      {
        wave: 1,
        answers: { '': { items: [page('a', true)], next: 'r' }, r: { items: [page('b', true)], next: null } },
      },
      { wave: 2, hasEnded: true, answers: { r: { items: [page('a'), page('b'), page('c')], next: null } } },
    ]);

    expect(await keysOf(source)).toEqual(['a', 'b', 'c']);
  });

  it('keeps no key of a wave that was settled, duplicates included', async () => {
    const wave = (n: number): Moment => ({
      wave: n,
      hasEnded: n === 50,
      answers: Object.fromEntries([
        [`${n - 1}`, { items: [page(`page${n - 1}`)], next: `${n}` }],
        [`${n}`, { items: [page(`page${n}`, true), page(`twin${n}`, true)], next: null }],
      ]),
    });
    const first = {
      wave: 0,
      answers: { '': { items: [page('page0', true)], next: '0' }, 0: { items: [], next: null } },
    };
    const { source } = scripted([first, ...Array.from({ length: 50 }, (_, i) => wave(i + 1))]);
    const reader = new PageReader(source, { settled: false });

    let most = 0;
    let yielded = 0;
    for await (const _ of reader.all()) {
      yielded += 1;
      most = Math.max(most, reader.held);
    }

    expect(yielded).toBe(101);
    expect(most).toBeLessThan(8);
  });

  it('keeps no key of pages that the cursor has passed', async () => {
    const answers = Object.fromEntries(
      Array.from({ length: 100 }, (_, i) => {
        const next = i === 99 ? null : `${i + 1}`;
        return [i === 0 ? '' : `${i}`, { items: [page(`a${i}`), page(`b${i}`)], next }];
      }),
    );
    const reader = new PageReader(scripted([{ wave: 9, hasEnded: true, answers }]).source, { settled: false });

    let most = 0;
    for await (const _ of reader.all()) most = Math.max(most, reader.held);

    expect(most).toBe(2);
  });

  it('requests the next answer only when the caller has taken all pages of the previous one', async () => {
    const { source, asked } = scripted([
      {
        wave: 1,
        hasEnded: true,
        answers: { '': { items: [page('a'), page('b')], next: '1' }, 1: { items: [page('c')], next: null } },
      },
    ]);
    const pages = new PageReader(source, { settled: false }).all();

    await pages.next();
    await pages.next();
    const before = asked.length;
    await pages.next();

    expect([before, asked.length]).toEqual([1, 2]);
  });
});
