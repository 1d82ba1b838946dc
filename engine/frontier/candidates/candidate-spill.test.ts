import { describe, expect, it } from 'vitest';
import { CandidateEncoder, decodeCandidate } from '#core/archive/chunk/candidate-record.ts';
import type { Candidate } from '#core/archive/chunk/chunk-lines.ts';
import { readCandidates } from '#engine/frontier/candidates/candidate-file.ts';
import { CandidateSpill, compareCandidates } from '#engine/frontier/candidates/candidate-spill.ts';
import { MemoryArchive } from '#test/fakes/memory/memory-archive.ts';
import { keyOf } from '#test/fakes/plan-task.ts';
import { Dice } from '#test/model/model-web.ts';

const candidate = (n: number, change: Partial<Candidate> = {}): Candidate => ({
  key: keyOf(n),
  url: `http://h.test/${n}`,
  by: keyOf(0),
  level: 0,
  rank: 1,
  position: 0,
  reason: null,
  ...change,
});

async function runsOf(lines: readonly Candidate[], memory?: number): Promise<Candidate[][]> {
  const archive = new MemoryArchive();
  let names = 0;
  const runs = new CandidateSpill(archive, () => `run-${names++}`, memory);
  for (const line of lines) await runs.add(line);
  const files = await runs.finish();
  const read = await Promise.all(files.map(({ object }) => linksOf(archive, object)));
  expect(read.map(({ length }) => length)).toEqual(files.map(({ count }) => count));
  return read;
}

async function linksOf(archive: MemoryArchive, object: string): Promise<Candidate[]> {
  const links: Candidate[] = [];
  for await (const batch of readCandidates(archive, object))
    links.push(...batch.map(({ bytes, at }) => decodeCandidate(bytes, at)));
  return links;
}

const sign = (n: number): number => Math.sign(n);

describe('candidates', () => {
  it('count by level, then the rank of who found them, then the place on the page', () => {
    const order = [
      candidate(1, { level: 0, rank: 9, position: 9 }),
      candidate(1, { level: 1, rank: 1, position: 7 }),
      candidate(1, { level: 1, rank: 2, position: 0 }),
      candidate(1, { level: 1, rank: 2, position: 1 }),
    ];

    for (const [i, a] of order.entries()) {
      for (const [j, b] of order.entries()) expect(sign(compareCandidates(a, b))).toBe(sign(i - j));
    }
  });

  it('count before nofollow ones, however late they come; other verdicts do not matter', () => {
    const nofollow = candidate(1, { reason: 'nofollow' });
    const late = candidate(1, { level: 5, rank: 99 });
    const refused = candidate(1, { level: 5, rank: 99, reason: 'robots' });

    expect(compareCandidates(late, nofollow)).toBeLessThan(0);
    expect(compareCandidates(refused, nofollow)).toBeLessThan(0);
    expect(compareCandidates(candidate(1), refused)).toBeLessThan(0);
  });

  it('are collected while the run before is written, and nobody misses that it was not', async () => {
    const archive = new MemoryArchive();
    const writing = Promise.withResolvers<never>();
    archive.put = () => writing.promise;
    const runs = new CandidateSpill(archive, () => 'run', 1_000);
    for (let n = 0; n < 7; n++) await runs.add(candidate(n)); // the seventh is behind a run of six

    writing.reject(new Error('the disk is full'));

    await expect(runs.finish()).rejects.toThrow('the disk is full');
  });

  it('are kept once a key, the best, in the order of keys, for any order of arrival', async () => {
    for (let seed = 1; seed <= 100; seed++) {
      const dice = new Dice(seed);
      const lines = Array.from({ length: dice.int(60) }, () =>
        candidate(dice.int(20), {
          level: dice.int(2),
          rank: dice.int(4),
          position: dice.int(4),
          reason: dice.pick([null, 'nofollow', 'robots']),
        }),
      );

      const [run = []] = await runsOf(lines);

      const keys = [...new Set(lines.map(({ key }) => key))].sort();
      expect(
        run.map(({ key }) => key),
        `seed ${seed}`,
      ).toEqual(keys);
      for (const best of run) {
        const rivals = lines.filter(({ key }) => key === best.key);
        expect(Math.min(...rivals.map((rival) => compareCandidates(rival, best))), `seed ${seed}`).toBe(0);
      }
    }
  });

  it('keep their verdict and its rule, in the order of keys', async () => {
    const archive = new MemoryArchive();
    const runs = new CandidateSpill(archive, () => 'run');
    await runs.add(candidate(1, { reason: 'excluded', rule: '*/private/*' }));
    await runs.add(candidate(2));
    await runs.finish();

    const read = await linksOf(archive, 'run');

    expect(read.map(({ key }) => key)).toEqual(read.map(({ key }) => key).sort());
    expect(read.find(({ key }) => key === keyOf(1))).toMatchObject({ reason: 'excluded', rule: '*/private/*' });
    expect(read.find(({ key }) => key === keyOf(2))).not.toHaveProperty('rule');
  });

  it('go into a new run when memory is full of distinct ones; each run is sorted', async () => {
    const lines = Array.from({ length: 25 }, (_, n) => candidate(n + 10));
    const first = new CandidateEncoder().encode(lines[0] as Candidate);

    const runs = await runsOf(lines, 10 * first.length);

    expect(runs.map(({ length }) => length)).toEqual([10, 10, 5]);
    for (const run of runs) expect(run.map(({ key }) => key)).toEqual(run.map(({ key }) => key).sort());
  });

  it('are read from runs of version 1, which were JSON lines', async () => {
    const archive = new MemoryArchive();
    const links = [candidate(1, { reason: 'excluded', rule: '*/private/*' }), candidate(2, { nofollow: true })];
    await archive.put('candidates-0.jsonl', [Buffer.from(links.map((link) => `${JSON.stringify(link)}\n`).join(''))]);

    expect(await linksOf(archive, 'candidates-0.jsonl')).toEqual(links);
  });

  it('make no run where there are none', async () => {
    expect(await runsOf([])).toEqual([]);
  });
});
