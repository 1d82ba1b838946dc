import { describe, expect, it } from 'vitest';
import { invocation } from './invocation.ts';
import type { Telemetry } from './telemetry.ts';

function recorded(): { lines: unknown[]; telemetry: Telemetry } {
  const lines: unknown[] = [];
  const telemetry: Telemetry = {
    begin: () => undefined,
    line: () => undefined,
    count: () => undefined,
    problem: (...line) => void lines.push(line),
    flush: () => void lines.push('flushed'),
  };
  return { lines, telemetry };
}

describe('an invocation', () => {
  it.each([
    [
      { execution: 'x1', run: 4, secret: 's' },
      { execution: 'x1', run: 4 },
    ],
    [
      { ticket: { execution: 'x1', wave: 2, unit: 0, plan: 'p' }, error: 'e' },
      { execution: 'x1', wave: 2, unit: 0 },
    ],
    [{ execution: { text: 'x1' } }, {}],
    [null, {}],
  ])('that fails is a line with the names of its work: %j', async (event, names) => {
    const { lines, telemetry } = recorded();
    const fault = new Error('no object');

    const failed = invocation(telemetry, event, () => Promise.reject(fault));

    await expect(failed).rejects.toBe(fault);
    expect(lines).toEqual([['invocation failed', names, fault], 'flushed']);
  });

  it('that succeeds writes its metrics, and no line of a failure', async () => {
    const { lines, telemetry } = recorded();

    expect(await invocation(telemetry, {}, async () => 5)).toBe(5);
    expect(lines).toEqual(['flushed']);
  });
});
