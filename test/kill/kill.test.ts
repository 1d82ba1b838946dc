import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstOf } from '#test/campaign.ts';
import { CrashBench } from '#test/kill/crash-bench.ts';

describe('the process group killed with SIGKILL, and resumed (N11)', () => {
  let bench: CrashBench;
  beforeAll(async () => {
    bench = await CrashBench.open('wide');
  });
  afterAll(() => bench.close());

  const points = [
    ['before an object is there', 'object-write:before@4'],
    ['after the commit of an advance', 'advance:commit:after@3'],
    ['in the middle of a projection', 'projection:rows@2'],
    ['before a request', 'fetch@5'],
    ['when a unit’s row is written', 'unit-begin:after@2'],
  ] as const;

  it.each(firstOf(points, { gate: 2 }))(
    '%s leaves rows, records, payloads, counts and requests as if nothing had happened',
    async (_, at) => {
      const { trace } = await bench.undisturbed();

      const { hits, lost, unexplained, ...after } = await bench.crash([{ at }]);

      expect(hits).toBe(1);
      expect(after).toEqual(trace);
      expect(after.differences).toEqual([]);
      expect(unexplained).toEqual([]);
      process.stderr.write(`killed at ${at}: ${lost} requests of unlisted chunks\n`);
    },
  );

  it('after the last commit, too: what was left undone is done', async () => {
    const { trace } = await bench.undisturbed();

    const { hits, lost, unexplained, ...after } = await bench.crash([{ at: 'projection:before@6' }]);

    expect([hits, lost, unexplained]).toEqual([1, 0, []]);
    expect(after).toEqual(trace);
  });
});
