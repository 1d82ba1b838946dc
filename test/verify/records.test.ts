import { describe, expect, it } from 'vitest';
import { CHUNK_SUFFIX } from '#core/archive/object-keys.ts';
import { sha256Hex } from '#core/bytes/digest.ts';
import { encodeGzipLines } from '#core/bytes/json-lines.ts';
import { History, type Json } from '#test/verify/history.ts';
import { RECORD_CORRUPTIONS } from '#test/verify/record-corruptions.ts';

const A = 'http://a.example';
const SELECTION = { rules: [{ url: [`${A}/*`], contentType: ['text/html'], fields: { title: 'title' } }] };

async function crawled(): Promise<History> {
  const history = new History((url) => ({ body: url, links: url === `${A}/` ? [`${A}/1`, `${A}/2`, `${A}/3`] : [] }));
  await history.crawl({ seeds: [`${A}/`], selection: SELECTION });
  return history;
}

/**
 * Changes a chunk's records as a careful forger does: size and hash in the chunk's last line, and
 * those of the chunk, are made to fit.
 */
async function forgeRecords(history: History, change: (lines: Json[]) => Json[]): Promise<void> {
  const base = (await history.chunks()).at(-1) ?? '';
  const key = `${base}${CHUNK_SUFFIX.records}`;
  const bytes = encodeGzipLines(change(await history.lines(key)));
  history.replace(key, bytes);
  const records = { bytes: bytes.length, sha256: sha256Hex(bytes) };
  await history.forgeChunk(base, (lines) => lines.map((line) => (line.kind === 'end' ? { ...line, records } : line)));
}

describe('verify of records (S7)', () => {
  it('holds when every page to which a rule applies has one', async () => {
    const report = await (await crawled()).verify();

    expect(report.differences).toEqual([]);
    expect(report.pages).toBe(4);
  });

  it('requires no record of a sitemap, though a rule without conditions applies to its address', async () => {
    const sitemaps = {
      named: new Map([['a.example', [`${A}/s.xml`]]]),
      given: null,
      files: new Map([[`${A}/s.xml`, { isIndex: false, urls: [`${A}/1`] }]]),
    };
    const history = new History((url) => ({ body: url, links: [] }), { sitemaps });
    await history.crawl({ seeds: [`${A}/`], sitemaps: 'auto', selection: { rules: [{ fields: { title: 'title' } }] } });

    const report = await history.verify();

    expect(report.differences).toEqual([]);
    expect(report.pages).toBe(2);
  });

  it.each(RECORD_CORRUPTIONS.map(({ name, code, change }) => [name, code, change] as const))(
    'finds a record %s',
    async (_, code, change) => {
      const history = await crawled();
      await forgeRecords(history, change);

      const { differences, holds } = await history.verify();

      expect(holds).toBe(false);
      expect(differences.map((difference) => difference.code)).toContain(code);
    },
  );

  it('finds a records object that is another, or that is gone', async () => {
    const history = await crawled();
    const keys = (await history.chunks()).map((base) => `${base}${CHUNK_SUFFIX.records}`);
    history.replace(keys[0] ?? '', encodeGzipLines([]));
    history.archive.objects.delete(keys[1] ?? '');

    const { differences } = await history.verify();

    expect(differences.filter(({ code }) => code === 'part-hash').map(({ where }) => where)).toEqual(keys);
  });

  it('finds records of pages to which no rule applies', async () => {
    const history = await crawled();
    const base = (await history.chunks()).at(-1) ?? '';
    await history.forgeChunk(base, (lines) =>
      lines.map((line) => (line.kind === 'outcome' ? { ...line, contentType: 'text/plain' } : line)),
    );

    const { differences } = await history.verify();

    expect(differences.map(({ code }) => code)).toContain('record-unproven');
  });
});
