import { describe, expect, it } from 'vitest';
import { BoundedScratch } from '#adapters/scratch/bounded-scratch.ts';
import { MemoryScratch } from '#test/export/memory-scratch.ts';

const scratchFor = (isTimeUp: () => boolean) =>
  new BoundedScratch(new MemoryScratch(), { mostCharacters: 10, isTimeUp, remedy: 'elsewhere' });

async function allOf(parts: AsyncIterable<string>): Promise<string> {
  let all = '';
  for await (const part of parts) all += part;
  return all;
}

describe('a bounded scratch', () => {
  it('sorts up to its limit, which all its sorters share', async () => {
    const scratch = scratchFor(() => false);
    const [first, second] = [scratch.sorter(), scratch.sorter()];
    await first.add(['b', 'a']);
    await second.add(['12345678']);

    expect(await allOf(first.sorted())).toBe('a\nb\n');
    expect(() => second.add(['9'])).toThrow(expect.objectContaining({ code: 'ANSWER_TOO_LARGE', remedy: 'elsewhere' }));
  });

  it('ends the work when its time is over, also while the lines are read', async () => {
    let over = false;
    const sorter = scratchFor(() => over).sorter();
    await sorter.add(['a']);
    over = true;

    expect(() => sorter.add(['b'])).toThrow(expect.objectContaining({ code: 'ANSWER_TOO_LARGE' }));
    await expect(allOf(sorter.sorted())).rejects.toMatchObject({ code: 'ANSWER_TOO_LARGE' });
  });
});
