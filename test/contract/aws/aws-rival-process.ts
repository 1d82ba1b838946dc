import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { type AwsPorts, awsPorts } from '#adapters/aws/aws-ports.ts';
import { type AwsClients, awsClients } from '#adapters/aws/calls/aws-clients.ts';
import { SystemClock, systemRandomId } from '#adapters/embedded/system-clock.ts';
import { Meter } from '#core/cost/meter.ts';
import type { HostKey } from '#core/politeness/hosts/host-key.ts';
import type { RivalRequest, RivalTask } from '#test/contract/rivals.ts';
import { EXECUTION, sampleCommit, sampleTask, waveOf } from '#test/contract/samples.ts';
import { type DeploymentPlace, EMULATED } from '#test/emulator/deployment.ts';

/**
 * The twin of rival-process.ts over AWS: a separate client process. A request's folder is a
 * DeploymentPlace as JSON.
 */
const me = `rival-${process.argv[2]}`;

/** One set of connections an endpoint, as a process has. */
const clients = new Map<string, AwsClients>();
function portsOf(folder: string): AwsPorts {
  const { endpoint, names } = JSON.parse(folder) as DeploymentPlace;
  const known = clients.get(endpoint) ?? awsClients({ ...EMULATED, endpoint, requestTimeoutMs: 30_000 });
  clients.set(endpoint, known);
  const clock = new SystemClock();
  return awsPorts({
    clients: known,
    names,
    clock,
    random: systemRandomId,
    jitter: Math.random,
    meter: new Meter(),
    stage: names.bucket,
  });
}

async function perform(task: RivalTask, { catalog, archive, units, hosts, tasks }: AwsPorts): Promise<unknown> {
  switch (task.type) {
    case 'put':
      return archive.put(task.key, [new TextEncoder().encode(me)]);
    case 'commit':
      return catalog.commit(EXECUTION, task.condition, sampleCommit(task.condition.wave + 1, { frontier: me }));
    case 'event':
      return catalog.addEvents(EXECUTION, [
        { once: me + task.round, at: task.round, type: 'closed', text: me },
        { once: `shared${task.round}`, at: task.round, type: 'closed', text: 'shared' },
      ]);
    case 'begin':
      return units.begin({ execution: EXECUTION, wave: 1, unit: task.unit }, me, 1);
    case 'lease':
      return (await hosts.lease(task.host as HostKey, me, 1_763_700_000_000, 1_000)).granted;
    case 'write-rows':
      return tasks.write(EXECUTION, waveOf(Array.from({ length: task.rows }, (_, i) => sampleTask(i, { title: me }))));
    default:
      throw new Error(`no rival of AWS does ${task.type}`);
  }
}

process.stdout.write('"ready"\n');
for await (const line of createInterface({ input: process.stdin })) {
  const { task, folder, startAt } = JSON.parse(line) as RivalRequest;
  await setTimeout(Math.max(0, startAt - Date.now()));
  const answer = await perform(task, portsOf(folder)).then(
    (value) => ({ value: value ?? null }),
    (error: unknown) => ({ error: String(error) }),
  );
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
