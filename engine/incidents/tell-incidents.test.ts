import { describe, expect, it } from 'vitest';
import type { Execution } from '#core/execution/execution.ts';
import type { OperatorMessage } from '#core/incident/incident-state.ts';
import { tellIncidents } from '#engine/incidents/tell-incidents.ts';
import { EXECUTION, sampleExecution } from '#test/contract/samples.ts';
import { FakeClock } from '#test/fakes/fake-clock.ts';
import { MemoryCatalog } from '#test/fakes/memory/memory-catalog.ts';
import { MemoryIncidents } from '#test/fakes/memory/memory-incidents.ts';

const OF = {
  deployment: { stage: 'main', url: 'https://api.example/main' },
  bounds: { usdPerDay: 10, waveMs: 1_800_000 },
};
const NOTHING = { going: [], late: [] };

/** A deployment that was looked at once, when it had no execution. */
async function benchOf() {
  const [catalog, incidents, clock] = [new MemoryCatalog(), new MemoryIncidents(), new FakeClock()];
  const sent: OperatorMessage[] = [];
  const topic = { why: null as string | null };
  const publish = async (message: OperatorMessage) => {
    if (topic.why === null) sent.push(message);
    return { status: null, why: topic.why, ms: 0 };
  };
  const check = (rows: Parameters<typeof tellIncidents>[1] = NOTHING) =>
    tellIncidents({ catalog, incidents, clock, publish }, rows, OF);
  await check();
  const create = (change: Partial<Execution>) =>
    catalog.createExecution(
      sampleExecution({ createdAt: clock.now(), endedAt: clock.now(), deadlineAt: null, ...change }),
    );
  return { catalog, incidents, clock, sent, topic, check, create };
}

describe('incidents of a deployment', () => {
  it('are reported once, with the execution, the commands that help, and the runbook', async () => {
    const bench = await benchOf();
    await bench.create({ status: 'failed', reason: 'advance\n\u202e' });

    const reports = [await bench.check(), await bench.check()];

    expect(reports).toEqual([
      { told: 1, why: null },
      { told: 0, why: null },
    ]);
    expect(bench.sent.map(({ subject }) => subject)).toEqual([`Surf main: crawl ${EXECUTION} failed`]);
    expect(bench.sent[0]?.text.split('\n')).toEqual([
      `Crawl ${EXECUTION} failed:`,
      `  ${EXECUTION}: failed (advance??)`,
      'Surf keeps pages and frontier.',
      '',
      `surf status ${EXECUTION} --api https://api.example/main   says why`,
      `surf resume ${EXECUTION} --api https://api.example/main   continues where it was, once the cause is fixed`,
      '',
      'docs/how-to/runbook.md, 5',
      '',
    ]);
  });

  it('of one kind are one message, which names ten', async () => {
    const bench = await benchOf();
    for (let n = 0; n < 12; n++) await bench.create({ id: `xmany000000${n}` as Execution['id'], status: 'failed' });

    await bench.check();

    expect(bench.sent.map(({ subject }) => subject)).toEqual(['Surf main: 12 crawls failed']);
    expect(bench.sent[0]?.text).toMatch(/(?: {2}xmany\d+: failed\n){10} {2}and 2 more\n/);
  });

  it('that the topic refuses are reported by a later check, under the same id', async () => {
    const bench = await benchOf();
    await bench.create({ status: 'failed' });
    bench.topic.why = 'SNS: NotFound';
    const refused = await bench.check();
    const [waiting] = bench.incidents.stored?.waiting ?? [];
    bench.topic.why = null;

    const taken = await bench.check();

    expect([refused, taken]).toEqual([
      { told: 0, why: 'SNS: NotFound' },
      { told: 1, why: null },
    ]);
    expect(bench.sent).toEqual([waiting]);
    expect(bench.incidents.stored?.waiting).toEqual([]);
  });

  it('are reported by one of two checks at once', async () => {
    const bench = await benchOf();
    await bench.create({ status: 'failed' });

    await Promise.all([bench.check(), bench.check()]);

    expect(bench.sent).toHaveLength(1);
  });

  it('that are over are reported, too', async () => {
    const bench = await benchOf();
    const stalled = sampleExecution({ createdAt: 1, dueAt: bench.clock.now() - 1_800_000 });
    await bench.check({ going: [stalled], late: [stalled] });

    await bench.check({ going: [{ ...stalled, dueAt: bench.clock.now() }], late: [] });

    expect(bench.sent.map(({ subject }) => subject)).toEqual([
      `Surf main: crawl ${EXECUTION} does not move`,
      `Surf main: crawl ${EXECUTION} is no longer stalled`,
    ]);
    expect(bench.sent[1]?.text).toContain(`  ${EXECUTION}: running`);
  });

  it('have the spend of a day, with what stops crawls', async () => {
    const bench = await benchOf();
    await bench.create({ status: 'running', costUsd: 12.345 });

    await bench.check();

    expect(bench.sent[0]?.subject).toBe('Surf main: crawls have used 12.35 USD today');
    expect(bench.sent[0]?.text).toContain('surf stop --all --api https://api.example/main ');
  });

  it('are looked for without a write while nothing happens', async () => {
    const bench = await benchOf();
    const { writes } = bench.incidents;

    await bench.check();

    expect(bench.incidents.writes).toBe(writes);
  });
});
