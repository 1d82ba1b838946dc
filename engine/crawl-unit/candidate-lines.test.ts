import { describe, expect, it } from 'vitest';
import type { CandidateLine } from '#core/archive/chunk-lines.ts';
import { BlockPool } from '#core/bytes/block-writer.ts';
import { gunzip } from '#core/bytes/gzip.ts';
import { CandidateLines } from '#engine/crawl-unit/candidate-lines.ts';

const candidate = (n: number): CandidateLine => ({ url: `http://a.example/${n}` }) as CandidateLine;

describe('candidates of a chunk', () => {
  it('are gzip members of whole lines, in the order in which they were added', () => {
    const wanted = Array.from({ length: 20_000 }, (_, n) => `${JSON.stringify(candidate(n))}\n`);
    const lines = new CandidateLines(new BlockPool());
    for (let n = 0; n < 20_000; n += 1) lines.add(candidate(n));

    const members = lines.members().map((member) => Buffer.from(gunzip(member, 2 ** 20)).toString());

    expect(members.length).toBeGreaterThan(1);
    expect(members.every((text) => text.endsWith('\n'))).toBe(true);
    expect(members.join('') === wanted.join('')).toBe(true); // a picture of what differs would take minutes
  });

  it.each(['members', 'discard'] as const)('give their block of memory back: %s', (how) => {
    const blocks = new BlockPool();
    const block = blocks.take();
    blocks.give([block]);
    const lines = new CandidateLines(blocks);
    lines.add(candidate(1));

    const taken = blocks.take();
    lines[how]();

    expect([taken === block, blocks.take() === block]).toEqual([false, true]);
  });
});
