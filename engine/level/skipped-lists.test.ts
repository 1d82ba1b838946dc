import { describe, expect, it } from 'vitest';
import type { Candidate } from '#core/archive/chunk/chunk-lines.ts';
import { sha256Prefix } from '#core/bytes/digest.ts';
import type { UrlKey } from '#core/url/url-key.ts';
import { parseLines } from '#engine/frontier/lines/line-files.ts';
import { SkippedLists } from '#engine/level/skipped-lists.ts';
import { MemoryArchive } from '#test/fakes/memory/memory-archive.ts';

const candidate = (n: number, level = 0): Candidate => {
  const key = sha256Prefix(String(n)) as UrlKey;
  return { key, url: `http://a.test/${n}`, by: key, level, rank: 1, position: n, reason: 'trap' };
};
const sorted = (list: readonly Candidate[]): Candidate[] => [...list].sort((a, b) => (a.key < b.key ? -1 : 1));

describe('skipped lists', () => {
  it('are sorted by key, whenever a candidate was refused, level by level', async () => {
    const lists = new SkippedLists(new MemoryArchive(), { newName: () => 'spill', deeper: 1 });
    const early = Array.from({ length: 3_000 }, (_, n) => candidate(n));
    const late = Array.from({ length: 5_000 }, (_, n) => candidate(10_000 + n));
    lists.add(1, sorted(early));
    for (const one of late) await lists.addLate(1, one);
    await lists.addLate(2, candidate(1, 1));

    const made = await lists.finish();

    const rows = (level: number) => parseLines<Candidate>(Buffer.concat(made.get(level)?.parts ?? []));
    expect([...made].map(([level, { rows }]) => [level, rows])).toEqual([
      [1, 8_000],
      [2, 1],
    ]);
    expect(rows(1)).toEqual(sorted([...early, ...late]));
    expect(rows(2)).toEqual([candidate(1, 1)]);
  });

  it('of candidates refused at admission keep their order', async () => {
    const lists = new SkippedLists(new MemoryArchive(), { newName: () => 'spill', deeper: 1 });
    lists.add(3, sorted([candidate(1), candidate(2)]));

    expect(parseLines(Buffer.concat((await lists.finish()).get(3)?.parts ?? []))).toEqual(
      sorted([candidate(1), candidate(2)]),
    );
    expect((await new SkippedLists(new MemoryArchive(), { newName: () => 'spill', deeper: 1 }).finish()).size).toBe(0);
  });
});
