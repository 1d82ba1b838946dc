import { describe, expect, it } from 'vitest';
import { AnswerTimes, tunedDeadlineMs } from '#core/politeness/answer-times.ts';

const MOST = 30_000;
const times = (count: number, ms: number): number[] => Array.from({ length: count }, () => ms);

describe('tunedDeadlineMs (G12)', () => {
  it.each([
    ['nothing is known', [], MOST],
    ['nineteen answers', times(19, 10), MOST],
    ['fast ones: 5 s', times(20, 10), 5_000],
    ['of 800 ms: ten times that', times(20, 800), 8_000],
    ['slow ones: what the workflow says', times(20, 4_000), MOST],
    ['one slow in twenty', [...times(19, 800), 20_000], 8_000],
    ['two slow in twenty', [...times(18, 800), 2_000, 2_000], 20_000],
  ])('%s', (_, tookMs, deadline) => expect(tunedDeadlineMs(tookMs, MOST)).toBe(deadline));

  it('is never above what the workflow says, also where that is below 5 s', () => {
    expect(tunedDeadlineMs(times(20, 10), 2_000)).toBe(2_000);
  });
});

describe('AnswerTimes', () => {
  it('forgets all but the last hundred answers', () => {
    const host = new AnswerTimes();
    for (const ms of [...times(100, 2_000), ...times(94, 10)]) host.answered(ms);
    expect(host.deadlineMs(MOST)).toBe(20_000);

    host.answered(10);

    expect(host.deadlineMs(MOST)).toBe(5_000);
  });

  it('gives a host that was silent all the time, until it answers', () => {
    const host = new AnswerTimes();
    for (const ms of times(20, 10)) host.answered(ms);

    host.silent();
    expect(host.deadlineMs(MOST)).toBe(MOST);

    host.answered(6_000);
    expect(host.deadlineMs(MOST)).toBe(5_000);
  });
});
