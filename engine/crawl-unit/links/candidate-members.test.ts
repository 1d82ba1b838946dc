import { describe, expect, it } from 'vitest';
import type { Candidate } from '#core/archive/chunk/chunk-lines.ts';
import { chunkValues } from '#core/archive/chunk/chunk-values.ts';
import { BlockPool } from '#core/bytes/block-writer.ts';
import { CandidateMembers } from '#engine/crawl-unit/links/candidate-members.ts';
import { keyOf } from '#test/fakes/plan-task.ts';

const candidate = (n: number): Candidate => ({
  key: keyOf(n),
  url: `http://a.example/${n}`,
  by: keyOf(0),
  level: 0,
  rank: 1,
  position: n,
  reason: null,
});

describe('candidates of a chunk', () => {
  it('are gzip members of whole records, in the order in which they were added', () => {
    const members = new CandidateMembers(new BlockPool());
    for (let n = 0; n < 20_000; n += 1) members.add(candidate(n));

    const packed = members.members();

    const links = [...chunkValues(Buffer.concat(packed))];
    expect(packed.length).toBeGreaterThan(1);
    expect(links.length).toBe(20_000);
    expect(links.every((link, n) => (link as Candidate).url === candidate(n).url)).toBe(true);
    expect(links[7]).toEqual({ kind: 'candidate', ...candidate(7) });
  });

  it.each(['members', 'discard'] as const)('give their block of memory back: %s', (how) => {
    const blocks = new BlockPool();
    const block = blocks.take();
    blocks.give([block]);
    const lines = new CandidateMembers(blocks);
    lines.add(candidate(1));

    const taken = blocks.take();
    lines[how]();

    expect([taken === block, blocks.take() === block]).toEqual([false, true]);
  });
});
