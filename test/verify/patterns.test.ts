import { describe, expect, it } from 'vitest';
import { KEY_BYTES } from '#core/frontier/segments/sorted-segment.ts';
import { changeSegment } from '#test/verify/corruptions.ts';
import { History } from '#test/verify/history.ts';
import type { ScriptedPage } from '#test/verify/scripted-worker.ts';

const ORIGIN = 'http://a.example';
const days = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, i) => `${ORIGIN}/cal/${from + i}`);

/** A calendar whose days link the next ten, for ever, and one page beside it. */
function calendar(url: string): ScriptedPage {
  const day = Number(/\/cal\/(\d+)$/.exec(url)?.[1] ?? 0);
  return { body: url, links: [...days(day + 1, day + 11), `${ORIGIN}/about`, 'http://out.example/1'] };
}

async function crawled(pagesPerPattern: number | null): Promise<History> {
  const history = new History(calendar);
  await history.crawl({ seeds: [`${ORIGIN}/`], traps: { pagesPerPattern }, limits: { depth: 5, pages: null } });
  return history;
}

const codesOf = async (history: History) => (await history.verify()).differences.map(({ code }) => code);

describe('verify and traps.pagesPerPattern (N3, G10)', () => {
  it('holds: an endless calendar ends at its limit, and what is beyond is skipped(trap) with the rule', async () => {
    const history = await crawled(25);

    expect((await history.row()).counts).toMatchObject({
      stored: 27, // the seed, 25 days, the page beside
      skipped: { trap: 10, 'outside-scope': 1 },
      pending: 0,
    });
    const levels = (await history.manifests()).flatMap(({ manifest }) => manifest.levels);
    const skipped = await Promise.all(levels.flatMap((level) => level.skipped ?? []).map((key) => history.lines(key)));
    const refused = skipped.flat().filter(({ reason }) => reason === 'trap');
    expect(refused.map(({ url, rule }) => [url, rule]).sort()).toEqual(
      days(26, 36).map((url) => [url, 'pages-per-pattern 25: a.example/cal/#']),
    );
    expect(await codesOf(history)).toEqual([]);
  });

  it('holds without a limit, and with one that nothing reaches', async () => {
    expect(await codesOf(await crawled(null))).toEqual([]);
    expect(await codesOf(await crawled(1_000))).toEqual([]);
  });

  it('finds a table that counts otherwise', async () => {
    const history = await crawled(25);
    await changeSegment(history, 'patterns', (records) => {
      records[0]?.fill(9, KEY_BYTES, KEY_BYTES + 1);
      return records;
    });

    expect(await codesOf(history)).toEqual(['pattern-record']);
  });

  it('finds a table that lacks a pattern', async () => {
    const history = await crawled(25);
    await changeSegment(history, 'patterns', (records) => records.slice(1));

    expect(await codesOf(history)).toEqual(['pattern-record']);
  });

  it('finds one that was refused while there was room', async () => {
    const history = await crawled(25);
    for (const { manifest } of await history.manifests()) {
      for (const { skipped } of manifest.levels) {
        if (skipped === null) continue;
        await history.changeLines(skipped, (lines) =>
          lines.map((line) =>
            line.reason === 'trap' ? { ...line, rule: 'pages-per-pattern 5: a.example/cal/#' } : line,
          ),
        );
      }
    }

    expect(new Set(await codesOf(history))).toEqual(new Set(['level-skipped']));
  });
});
