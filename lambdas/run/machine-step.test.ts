import { describe, expect, it } from 'vitest';
import { UnitTicket } from '#core/archive/plan.ts';
import { decodeLines } from '#core/bytes/json-lines.ts';
import type { Step } from '#core/execution/execution.ts';
import { ExecutionId } from '#core/model/ids.ts';
import { MemoryArchive } from '#test/fakes/memory/memory-archive.ts';
import { type MapForm, machineStep } from './machine-step.ts';

const execution = ExecutionId.parse(`x${'z'.repeat(40)}`);
const plan = `executions/${execution}/waves/000017/${'r'.repeat(18)}/plan.json`;
const crawl = (units: number): Step => ({ type: 'crawl', wave: 17, plan, units, memoryMb: 256 });

function stepOf(step: Step, mapForm: MapForm = 'auto') {
  const archive = new MemoryArchive();
  const workerOf = (memoryMb: number): string => `worker-${memoryMb}`;
  return { archive, answer: machineStep(step, { archive, execution, run: 41, mapForm, workerOf }) };
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

describe('the step of the state machine', () => {
  it('carries up to forty units itself, below 2 KB', async () => {
    const { archive, answer } = stepOf(crawl(40));

    expect(await answer).toEqual({
      next: 'inline',
      execution,
      run: 42,
      name: `${execution}-42`,
      wave: 17,
      plan,
      worker: 'worker-256',
      units: Array.from({ length: 40 }, (_, unit) => unit),
    });
    expect(bytesOf(await answer)).toBeLessThan(2_048);
    expect(archive.keys).toEqual([]);
  });

  it('names a file with a ticket a line for more, beside the plan', async () => {
    const { archive, answer } = stepOf(crawl(1_000));

    const step = await answer;
    expect(step).toMatchObject({ next: 'distributed', tickets: plan.replace('plan.json', 'tickets.jsonl') });
    expect(bytesOf(step)).toBeLessThan(1_024);
    const tickets = decodeLines(await archive.get(archive.keys[0] ?? '')).map((line) => UnitTicket.parse(line));
    expect(tickets.map(({ unit }) => unit)).toEqual(Array.from({ length: 1_000 }, (_, unit) => unit));
    expect(tickets[999]).toEqual({ execution, wave: 17, unit: 999, plan });
  });

  it('is the same when it is made again after a crash', async () => {
    const { archive, answer } = stepOf(crawl(41));
    const first = await answer;
    const again = await machineStep(crawl(41), {
      archive,
      execution,
      run: 41,
      mapForm: 'auto',
      workerOf: () => 'worker-256',
    });

    expect(again).toEqual(first);
    expect(archive.keys).toHaveLength(1);
  });

  it.each([
    ['inline', 41, 'inline'],
    ['distributed', 1, 'distributed'],
  ] as const)('takes the %s map for %i units when told to', async (form, units, next) => {
    expect(await stepOf(crawl(units), form).answer).toMatchObject({ next });
  });

  it('waits until a time in ISO 8601, and ends', async () => {
    const until = Date.UTC(2026, 10, 21, 15, 0, 0, 250);

    expect(await stepOf({ type: 'wait', until, cause: 'host x until 15:00' }).answer).toEqual({
      next: 'wait',
      execution,
      run: 42,
      name: `${execution}-42`,
      until: '2026-11-21T15:00:00.250Z',
    });
    expect(await stepOf({ type: 'end', status: 'limited', reason: 'pages' }).answer).toEqual({
      next: 'finish',
      execution,
      run: 41,
    });
    expect(await stepOf({ type: 'end', status: 'superseded', reason: null }).answer).toEqual({ next: 'none' });
  });
});
