import { describe, expect, it } from 'vitest';
import { firstChanges, isNotReached } from './change-lines.ts';

const SUMMARY = { type: 'summary', counts: { added: 2 } };
const change = (n: number) => ({ type: 'change', kind: 'added', url: `http://a.example/ü${n}` });
const answer = (...lines: object[]): Response =>
  new Response(`${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);

describe('the first changes of an answer', () => {
  it('are its counts and the pages that follow', async () => {
    expect(await firstChanges(answer(SUMMARY, change(1), change(2)), 2)).toEqual({
      summary: SUMMARY,
      changes: [change(1), change(2)],
      cut: false,
    });
  });

  it('end where the view ends, and say that there are more', async () => {
    expect(await firstChanges(answer(SUMMARY, change(1), change(2), change(3)), 2)).toMatchObject({
      changes: [change(1), change(2)],
      cut: true,
    });
  });

  it('are refused when the answer broke off before the counts', async () => {
    await expect(firstChanges(new Response(''))).rejects.toThrow('no counts');
  });
});

describe('a page of which the later execution has nothing', () => {
  it('is one that it did not reach, not one that it failed to fetch', () => {
    const reasons = ['not-reached', 'http-5xx'];

    expect(reasons.map((reason) => isNotReached({ type: 'change', kind: 'unknown', reason }))).toEqual([true, false]);
  });
});
