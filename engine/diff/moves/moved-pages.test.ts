import { describe, expect, it } from 'vitest';
import { digestOfText } from '#core/content/text-digest.ts';
import type { PageVersion } from '#core/diff/url-version.ts';
import { MovedPages, type TextOf } from '#engine/diff/moves/moved-pages.ts';
import { MemoryScratch } from '#test/export/memory-scratch.ts';

type Page = Pick<PageVersion, 'url' | 'title' | 'digest' | 'text'>;

const page = (path: string, digest: string | null, text: string | null, title: string | null = 'A'): Page => ({
  url: `http://a.example/${path}`,
  title,
  digest,
  text,
});
const versionOf = (one: Page): PageVersion => ({ ...one, is: 'page', fields: null });

/** The changes, in short, and the number of texts that Surf reads. */
async function moved(removed: readonly Page[], added: readonly Page[], by: 'text' | 'bytes' = 'text') {
  let asked = 0;
  const textOf: TextOf = async ({ text }) => {
    asked += 1;
    return text;
  };
  const pages = new MovedPages(new MemoryScratch(), by === 'text' ? textOf : null);
  for (const one of added)
    await pages.add({ kind: 'added', url: one.url, title: one.title, was: null }, versionOf(one));
  for (const one of removed) {
    const { url, title } = one;
    await pages.add({ kind: 'removed', url, title, reason: 'gone', status: 404 }, versionOf(one));
  }
  const found: string[] = [];
  for await (const change of pages.changes()) {
    const from = change.kind === 'moved' ? ` from ${change.from.slice(17)}` : '';
    found.push(`${change.kind} ${change.url.slice(17)}${from}`);
  }
  return { found: found.sort(), asked };
}

describe('a page has moved', () => {
  it('where another address has its bytes, without a look at its text', async () => {
    const { found, asked } = await moved([page('old', 'd1', 't1')], [page('new', 'd1', 't2', 'B')]);

    expect([found, asked]).toEqual([['moved new from old'], 0]);
  });

  it('where another address has its title and its main text; with bytes as criterion it has not', async () => {
    const [old, now] = [[page('old', 'd1', 't1')], [page('new', 'd2', 't1'), page('other', 'd3', 't2')]];

    expect((await moved(old, now)).found).toEqual(['added other', 'moved new from old']);
    expect((await moved(old, now, 'bytes')).found).toEqual(['added new', 'added other', 'removed old']);
  });

  it('once: of two copies of a removed page the second is new', async () => {
    const { found } = await moved([page('old', 'd1', 't1')], [page('a', 'd2', 't1'), page('b', 'd3', 't1')]);

    expect(found).toEqual(['added b', 'moved a from old']);
  });

  it('not where its title differs or is missing, or its text is unknown or empty', async () => {
    const empty = digestOfText('');
    const old = [
      page('1', 'd1', 't1', 'B'),
      page('2', 'd2', 't2', null),
      page('3', 'd3', null, 'C'),
      page('4', 'd4', empty),
    ];
    const now = [
      page('5', 'd5', 't1'),
      page('6', null, 't2', null),
      page('7', 'd7', null, 'C'),
      page('8', 'd8', empty),
    ];

    expect((await moved(old, now)).found.filter((line) => line.startsWith('moved'))).toEqual([]);
  });

  it('among 2,000 pages of its title at most, whose texts alone are read', async () => {
    const many = (digest: string, path: string) =>
      Array.from({ length: 2_100 }, (_, i) => page(`${path}${i}`, `${digest}${i}`, `${digest}${i}`));

    const { found, asked } = await moved(many('d', 'old'), [...many('e', 'new'), page('single', 's1', 's1', 'B')]);

    expect([found.length, asked]).toEqual([4_201, 4_000]);
  });
});
