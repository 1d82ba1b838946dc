import { UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Execution } from '#core/execution/execution.ts';
import { ExecutionId } from '#core/model/ids.ts';
import { sampleExecution } from '#test/contract/samples.ts';
import type { EmulatedDeployment } from '#test/deploy/deployed/emulated-deployment.ts';
import { EMULATED } from '#test/emulator/deployment.ts';
import { SubscribedQueue } from '#test/emulator/subscribed-queue.ts';

const PATIENCE_MS = 15 * 60_000;
const HOUR_MS = 3_600_000;

/** Its runs find nothing to do: the watchdog checks rows alone. */
const plantedId = (name: string): ExecutionId => ExecutionId.parse(`x${name}${Date.now().toString(36)}`);

/** Each incident reaches a subscriber of the operator's topic, once. */
export function incidentsSuite(deployment: () => EmulatedDeployment): void {
  describe('the operator, who has subscribed to the topic of the alarms', () => {
    let queue: SubscribedQueue;
    beforeAll(async () => {
      const surf = deployment();
      queue = await SubscribedQueue.open({ ...EMULATED, endpoint: surf.endpoint }, `surf-${surf.stage}-alarms`);
      await told(); // what came before
    }, PATIENCE_MS);

    /** Two checks by the watchdog. @returns subjects */
    async function told(): Promise<string[]> {
      await deployment().watch();
      await deployment().watch();
      return (await queue.received()).map(({ Subject }) => Subject);
    }

    async function planted(name: string, change: Partial<Execution>): Promise<ExecutionId> {
      const [id, now] = [plantedId(name), Date.now()];
      const far = { createdAt: now, startedAt: now, deadlineAt: now + HOUR_MS, dueAt: now + HOUR_MS, base: undefined };
      await deployment()
        .ports()
        .catalog.createExecution(sampleExecution({ ...far, id, ...change }));
      return id;
    }

    async function change(id: ExecutionId, fields: Readonly<Record<string, string | number>>): Promise<void> {
      const { clients, names } = deployment();
      const entries = Object.entries(fields);
      await clients.dynamo.send(
        new UpdateItemCommand({
          TableName: names.workflows,
          Key: { pk: { S: `X#${id}` }, sk: { S: 'META' } },
          UpdateExpression: `SET ${entries.map((_, n) => `#n${n} = :v${n}`).join(', ')}`,
          ExpressionAttributeNames: Object.fromEntries(entries.map(([name], n) => [`#n${n}`, name])),
          ExpressionAttributeValues: Object.fromEntries(
            entries.map(([, value], n) => [`:v${n}`, typeof value === 'string' ? { S: value } : { N: String(value) }]),
          ),
        }),
      );
    }

    it('gets one message that a crawl failed, with the command that helps', { timeout: PATIENCE_MS }, async () => {
      const id = await planted('failed', {
        status: 'failed',
        reason: 'advance',
        endedAt: Date.now(),
        deadlineAt: null,
      });
      await deployment().watch();
      await deployment().watch();

      const messages = await queue.received();

      expect(messages.map(({ Subject }) => Subject)).toEqual([`Surf test: crawl ${id} failed`]);
      expect(messages[0]?.Message).toMatch(new RegExp(`^surf resume ${id} --api https://\\S+/test `, 'm'));
    });

    it('gets one message that a crawl does not move, and one that it is over', { timeout: PATIENCE_MS }, async () => {
      const id = await planted('stalled', {});
      const before = await told();
      const long = Date.now() - HOUR_MS;
      await change(id, { dueAt: long, deadlineAt: long, runningDue: long });
      const stalled = await told();
      await change(id, { status: 'stopped', projected: 3 });
      const over = await told();

      expect([before, stalled, over]).toEqual([
        ...[[], [`Surf test: crawl ${id} does not move`], [`Surf test: crawl ${id} is no longer stalled`]],
      ]);
    });

    it('gets one message that Lambda starts no workers, and one that this is over', {
      timeout: PATIENCE_MS,
    }, async () => {
      const id = await planted('unstarted', {});
      await told();
      await change(id, { status: 'paused', reason: 'workers-not-started' });
      const paused = await told();
      await change(id, { status: 'stopped', projected: 3 });
      const over = await told();

      expect([paused, over]).toEqual([
        ...[[`Surf test: crawl ${id} has no workers`], [`Surf test: crawl ${id} is no longer without workers`]],
      ]);
    });

    it('gets one message a day that crawls have used more than alarms.usdPerDay', {
      timeout: PATIENCE_MS,
    }, async () => {
      await planted('dear', { status: 'stopped', projected: 3, costUsd: 12 });

      const subjects = await told();

      expect(subjects).toEqual([expect.stringMatching(/^Surf test: crawls have used 12\.\d\d USD today$/)]);
    });
  });
}
