import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { ListedSchedule } from '#cli/stores/schedules.ts';
import { openEmbedded } from '#compose/compose-local.ts';
import { Schedule } from '#core/schedule/schedule.ts';
import { CliBench, errorOf, linesOf, type Result } from '#test/e2e/process/cli-bench.ts';
import { surfHere } from '#test/e2e/process/surf-here.ts';
import { SurfProcess } from '#test/e2e/process/surf-process.ts';

const bench = new CliBench();
const MINUTE_MS = 60_000;

async function savedWorkflow(): Promise<void> {
  const folder = join(bench.folder, 'workflows');
  await mkdir(folder);
  const workflow = { name: 'docs', seeds: [bench.seed], politeness: { delaySeconds: 0 }, limits: { pages: 5 } };
  await writeFile(join(folder, 'docs.json'), JSON.stringify(workflow));
  expect((await bench.run('apply', folder, '--yes')).code).toBe(0);
}

/** A schedule of every minute whose first time is a few seconds ago, or that many minutes. */
async function dueSchedule(minutesAgo = 0): Promise<void> {
  const surf = openEmbedded({ data: bench.data });
  const [head] = (await surf.workflows.list(null, 1)).rows;
  if (head === undefined) throw new Error('there is no workflow');
  const createdAt = Math.floor(Date.now() - (minutesAgo + 1) * MINUTE_MS - 3_000);
  await surf.schedules.save({
    v: 1,
    workflow: head.id,
    name: 'due',
    owner: head.owner,
    version: 1,
    createdAt,
    updatedAt: createdAt,
    schedule: Schedule.parse({ when: 'rate(1 minute)', overlap: 'queue' }),
    doneUntil: createdAt,
    queued: null,
    last: null,
    missed: null,
  });
  await surf.close();
}

const serve = () =>
  new SurfProcess(['serve', '--data', bench.data, '--port', '0', '--json', '--allow-private-network']);
const executions = async () => linesOf<Result>(await bench.run('ls', '--json'));

describe('surf schedule', () => {
  it('saves, lists and removes schedules of a saved workflow, in a folder as on a server', async () => {
    await savedWorkflow();
    const made = await bench.run('schedule', 'docs', 'cron(0 8 ? * MON-FRI *)', '--zone', 'Europe/Berlin', '--json');
    const listed = await bench.run('schedule', 'docs', '--json');
    const server = serve();
    const { address } = JSON.parse(await server.prints()) as { address: string };
    const there = await surfHere(['schedule', 'docs', '--json', '--api', address]);
    await server.kill();
    const removed = await bench.run('schedule', 'docs', '--remove', '--json');
    const gone = await bench.run('schedule', 'docs', '--remove', '--json');

    const [schedule] = linesOf<ListedSchedule>(made);
    expect(schedule).toMatchObject({
      name: 'default',
      zone: 'Europe/Berlin',
      overlap: 'skip',
      enabled: true,
      last: null,
    });
    expect(schedule?.next).toHaveLength(5);
    expect(linesOf(listed)).toEqual([schedule]);
    expect(linesOf(there)).toMatchObject([{ name: 'default', next: schedule?.next }]);
    expect(linesOf(removed)).toEqual([{ name: 'default', removed: true }]);
    expect([gone.code, errorOf(gone).code]).toEqual([4, 'SCHEDULE_NOT_FOUND']);
  });

  it('lists each setting that differs from its default on a separate line', async () => {
    await savedWorkflow();
    const span = ['--from', '2030-01-05T00:00Z', '--until', '2030-01-06T01:00:00+01:00'];
    const settings = ['--zone', 'UTC', '--jitter', '90', '--overlap', 'queue', '--catch-up', 'one', '--off'];
    await bench.run('schedule', 'docs', 'cron(0 8 * * ? *)', ...settings, ...span);
    await bench.run('schedule', 'docs', 'rate(1 day)', '--name', 'plain');
    const { stdout } = await bench.run('schedule', 'docs');

    expect(stdout.replace(/ \d\d:\d\d [+-]\d\d:\d\d/g, ' TIME').split('\n')).toEqual([
      'default  cron(0 8 * * ? *) in UTC  (off)',
      '  overlap queue, catch-up one, jitter 90 seconds',
      expect.stringMatching(/^ {2}from {4}2030-01-0[45] TIME$/),
      expect.stringMatching(/^ {2}until {3}2030-01-0[56] TIME$/),
      'plain  rate(1 day)',
      '  overlap skip, catch-up none',
      expect.stringMatching(/^ {2}next( {4}|, )(?:\d{4}-\d\d-\d\d TIME(?:, )?){5}$/),
      '',
    ]);
  });

  it('says what is wrong with an expression, a flag and a name', async () => {
    await savedWorkflow();
    const when = await bench.run('schedule', 'docs', 'daily', '--json');
    const overlap = await bench.run('schedule', 'docs', 'rate(1 day)', '--overlap', 'maybe', '--json');
    const day = await bench.run('schedule', 'docs', 'rate(1 day)', '--until', '2030-01-05', '--json');
    const name = await bench.run('schedule', 'nope', '--json');

    expect([when.code, errorOf(when).remedy]).toEqual([2, expect.stringContaining('rate(6 hours)')]);
    expect([overlap.code, errorOf(overlap).message]).toEqual([2, expect.stringContaining('--overlap')]);
    expect([day.code, errorOf(day)]).toMatchObject([
      2,
      {
        message: '--until: "2030-01-05" is not a time with a zone',
        remedy: expect.stringContaining('2026-12-01T08:00Z'),
      },
    ]);
    expect([name.code, errorOf(name).remedy]).toEqual([4, expect.stringContaining('surf apply')]);
  });
});

describe('surf serve with schedules (S23)', () => {
  it('starts what is due once, although it is killed as soon as it has started it', async () => {
    await savedWorkflow();
    await dueSchedule();
    const first = serve();
    await first.prints();
    let started: Result[] = [];
    while (started.length === 0) started = await executions();
    await first.kill();
    const second = serve();
    await second.prints();
    let ended: Result | undefined;
    while (ended?.status !== 'limited') {
      await setTimeout(100);
      ended = (await executions()).find(({ execution }) => execution === started[0]?.execution);
    }
    const [schedule] = linesOf<ListedSchedule>(await bench.run('schedule', 'docs', '--json'));
    await second.kill();

    expect(ended).toMatchObject({ reason: 'pages', counts: { stored: 5 } });
    expect(schedule?.last).toMatchObject({ outcome: 'started' });
    const times = (await executions()).map(({ execution }) => execution.slice(1, 10));
    expect(new Set(times).size).toBe(times.length); // one for each scheduled time
  });

  it('tells which times were missed while it did not run, and starts those of the last minutes', async () => {
    await savedWorkflow();
    await dueSchedule(30);
    const server = serve();
    await server.prints();
    let schedule: ListedSchedule | undefined;
    while ((schedule?.last ?? null) === null) {
      await setTimeout(100);
      [schedule] = linesOf<ListedSchedule>(await bench.run('schedule', 'docs', '--json'));
    }
    const { stdout } = await bench.run('schedule', 'docs');
    await server.kill();

    expect(schedule).toMatchObject({ last: { outcome: 'started' }, missed: { execution: null } });
    expect(schedule?.missed?.times).toBeGreaterThanOrEqual(18);
    expect(stdout).toMatch(/^ {2}missed {2}(?:19|2\d) times, \S+ \d\d:\d\d \S+ to \S+ \d\d:\d\d \S+: none started$/m);
  });
});
