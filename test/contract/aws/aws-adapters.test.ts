import { BatchWriteItemCommand, GetItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { ListMultipartUploadsCommand } from '@aws-sdk/client-s3';
import { ListExecutionsCommand, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { AwsCalls } from '#adapters/aws/calls/aws-calls.ts';
import type { AwsClientOptions } from '#adapters/aws/calls/aws-clients.ts';
import { CallLedger } from '#adapters/aws/calls/call-ledger.ts';
import { itemOf } from '#adapters/aws/dynamo/attributes.ts';
import { executionKey, taskKey } from '#adapters/aws/dynamo/keys.ts';
import { S3Archive } from '#adapters/aws/s3/s3-archive.ts';
import { systemRandomId } from '#adapters/embedded/system-clock.ts';
import { packTask } from '#core/archive/stored-task.ts';
import { Meter } from '#core/cost/meter.ts';
import type { TaskPage, TaskRow } from '#core/execution/task-index.ts';
import {
  EXECUTION,
  sampleCommit,
  sampleExecution,
  sampleKey,
  sampleTask,
  sampleWorkflow,
  waveOf,
} from '#test/contract/samples.ts';
import { Deployment } from '#test/emulator/deployment.ts';
import { PYTHON } from '#test/emulator/ministack.ts';
import { EVERYTHING } from '#test/faults/fault-plan.ts';
import { FaultProxy } from '#test/faults/fault-proxy.ts';
import { HastyClock } from '#test/hasty-clock.ts';
import { whenPresent } from '#test/when-present.ts';

const MIB = 1024 * 1024;
const T0 = 1_763_700_000_000;

whenPresent(PYTHON, () => {
  const open: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of open.splice(0).reverse()) await close();
  });
  const deploy = async (through: Partial<AwsClientOptions> = {}) => {
    const deployment = await Deployment.create(inject('emulator'), through);
    open.push(() => deployment.remove());
    return deployment;
  };
  const withFaults = async (seed: number) => {
    const proxy = await FaultProxy.start(inject('emulator'), { seed, rates: EVERYTHING });
    open.push(() => proxy.stop());
    return deploy({ endpoint: proxy.endpoint, requestTimeoutMs: 3_000, transferTimeoutMs: 3_000 });
  };

  describe('SfnRunner', () => {
    it('starts a run of a name once, for any number of callers, faults included (U6)', async () => {
      const deployment = await withFaults(31);
      const machineArn = await deployment.createMachine();
      const options = { names: { ...deployment.names, machineArn }, clock: new HastyClock() };
      const runners = Array.from({ length: 16 }, () => deployment.ports(options).runner);

      for (const run of [1, 2, 3]) await Promise.all(runners.map((runner) => runner.start(EXECUTION, run)));

      const { executions = [] } = await deployment.direct.sfn.send(
        new ListExecutionsCommand({ stateMachineArn: machineArn }),
      );
      expect(executions.map(({ name }) => name).sort()).toEqual([1, 2, 3].map((run) => `${EXECUTION}-${run}`));
    });

    it('takes a name that another input has for started', async () => {
      const deployment = await deploy();
      const machineArn = await deployment.createMachine();
      const { runner } = deployment.ports({ names: { ...deployment.names, machineArn } });
      const other = { stateMachineArn: machineArn, name: `${EXECUTION}-7`, input: '{"by":"hand"}' };
      await deployment.direct.sfn.send(new StartExecutionCommand(other));

      await runner.start(EXECUTION, 7);

      const { executions = [] } = await deployment.direct.sfn.send(
        new ListExecutionsCommand({ stateMachineArn: machineArn }),
      );
      expect(executions).toHaveLength(1);
    });
  });

  describe('S3Archive', () => {
    const archiveOf = (deployment: Deployment): { archive: S3Archive; ledger: CallLedger } => {
      const ledger = new CallLedger(new Meter());
      const calls = new AwsCalls({ clock: new HastyClock(), random: systemRandomId, jitter: Math.random, ledger });
      const { clients, names } = deployment;
      const parts = { client: clients.s3, calls, bucket: names.bucket, transferTimeoutMs: 5_000, largeBytes: 8 * MIB };
      return { archive: new S3Archive(parts), ledger };
    };
    const large = (fill: number): Uint8Array[] => [
      new Uint8Array(15 * MIB).fill(fill),
      new Uint8Array(5 * MIB).fill(fill + 1),
    ];

    it('puts a large object in parts, created once; the parts of an upload that lost are left to the lifecycle rule', async () => {
      const deployment = await deploy();
      const { archive, ledger } = archiveOf(deployment);

      const answers = [await archive.put('large', large(1)), await archive.put('large', large(3))];

      const stored = await archive.get('large');
      expect(answers).toEqual(['created', 'exists']);
      expect([stored.byteLength, stored[0], stored[15 * MIB], stored[20 * MIB - 1]]).toEqual([20 * MIB, 1, 2, 2]);
      const { Uploads = [] } = await deployment.direct.s3.send(
        new ListMultipartUploadsCommand({ Bucket: deployment.names.bucket }),
      );
      expect(Uploads).toHaveLength(1);
      expect(ledger.operations()).toMatchObject({
        UploadPart: { requests: 4, bytesSent: 40 * MIB },
        CompleteMultipartUpload: { requests: 2 },
      });
    });

    it('has one creator of a large object among rivals, faults included, and knows that its own lost put was done', async () => {
      const deployment = await withFaults(41);
      const rivals = Array.from({ length: 4 }, () => archiveOf(deployment).archive);

      const answers = await Promise.all(rivals.map((archive, i) => archive.put('large', large(10 * (i + 1)))));
      const alone = await Promise.all(
        Array.from({ length: 60 }, (_, n) => archiveOf(deployment).archive.put(`small/${n}`, [new Uint8Array(100)])),
      );

      const stored = await archiveOf(deployment).archive.get('large');
      expect(answers.filter((answer) => answer === 'created')).toHaveLength(1);
      expect(stored[0]).toBe(10 * (answers.indexOf('created') + 1));
      expect(new Set(alone)).toEqual(new Set(['created']));
    });
  });

  describe('DynamoDB', () => {
    it('says which table or bucket is missing, and not to try again', async () => {
      const deployment = await deploy();
      const names = { ...deployment.names, workflows: 'no-such-table', bucket: 'no-such-bucket' };
      const { catalog, archive } = deployment.ports({ names });

      const missing = (name: string) => ({
        code: 'STORE_UNAVAILABLE',
        retryable: false,
        message: expect.stringContaining(name),
      });
      await expect(catalog.execution(EXECUTION)).rejects.toMatchObject(missing('no-such-table'));
      await expect(archive.put('a', [])).rejects.toMatchObject(missing('no-such-bucket'));
    });

    it('refuses a definition that no item can hold, in words', async () => {
      const { catalog, workflows } = (await deploy()).ports();
      const version = sampleWorkflow(1);
      const seeds = Array.from({ length: 5_000 }, (_, n) => `https://example.org/${n}/${'x'.repeat(90)}`);

      const definition = { ...version.definition, seeds } as typeof version.definition;
      const head = { v: 1, id: version.id, owner: 'anna', name: 'x', version: 1, createdAt: 1, updatedAt: 1 } as const;

      const tooLarge = { code: 'WORKFLOW_TOO_LARGE', retryable: false };
      await expect(catalog.saveWorkflow({ ...version, definition })).rejects.toMatchObject(tooLarge);
      await expect(workflows.create(head, definition)).rejects.toMatchObject(tooLarge);
    });

    it('keeps fields that it does not know through every change of a row', async () => {
      const deployment = await deploy();
      const { catalog } = deployment.ports();
      await catalog.createExecution(sampleExecution());
      const row = { TableName: deployment.names.workflows, Key: itemKey(executionKey(EXECUTION)) };
      const future = { UpdateExpression: 'SET fromTheFuture = :v', ExpressionAttributeValues: { ':v': { S: 'kept' } } };
      await deployment.direct.dynamo.send(new UpdateItemCommand({ ...row, ...future }));

      await catalog.acquireRun(EXECUTION, 2);
      await catalog.commit(EXECUTION, { wave: 3, run: 2, desired: 'run', status: 'running' }, sampleCommit(4));
      await catalog.control(EXECUTION, ['running'], { desired: 'stop' });
      await catalog.projected(EXECUTION, 4);

      const { Item } = await deployment.direct.dynamo.send(new GetItemCommand(row));
      expect(Item?.fromTheFuture).toEqual({ S: 'kept' });
      expect(await catalog.execution(EXECUTION)).toMatchObject({
        wave: 4,
        run: 2,
        lastRun: 4,
        desired: 'stop',
        projected: 4,
      });
    });

    it('reads, corrects and deletes rows that an older version wrote as an item each, beside packs of later waves', async () => {
      const deployment = await deploy();
      const { tasks } = deployment.ports();
      const old = Array.from({ length: 1_500 }, (_, n) => sampleTask(n));
      const items = old.map((row) => itemOf({ ...packTask(EXECUTION, row), ...taskKey(EXECUTION, row.key) }));
      for (let first = 0; first < items.length; first += 25) {
        const puts = items.slice(first, first + 25).map((Item) => ({ PutRequest: { Item } }));
        await deployment.direct.dynamo.send(
          new BatchWriteItemCommand({ RequestItems: { [deployment.names.tasks]: puts } }),
        );
      }
      const later = Array.from({ length: 200 }, (_, n) => sampleTask(1_500 + n));
      await tasks.write(EXECUTION, waveOf(later, 7));
      await tasks.correct(EXECUTION, { wave: 7, corrections: [{ key: sampleKey(3), of: sampleKey(1_501) }] });

      const duplicate = sampleTask(3, { outcome: { type: 'duplicate', of: sampleKey(1_501) } });
      const expected = [...old.map((row) => (row.key === duplicate.key ? duplicate : row)), ...later];
      const asked = expected.filter((_, n) => n % 50 === 3);
      expect(
        await tasks.get(
          EXECUTION,
          asked.map(({ key }) => key),
        ),
      ).toEqual(asked);
      const rows: TaskRow[] = [];
      for (let next: string | null | undefined; next !== null; ) {
        const page: TaskPage = await tasks.list(EXECUTION, 70, next);
        rows.push(...page.rows);
        next = page.next;
      }
      expect(rows).toEqual(expected.sort((a, b) => (a.key < b.key ? -1 : 1)));

      await tasks.clear(EXECUTION);
      expect(await tasks.list(EXECUTION, 10)).toEqual({ rows: [], next: null });
    });

    it('takes an ended execution out of the index of running ones, also when its last projection died half-way', async () => {
      const deployment = await deploy();
      const { catalog } = deployment.ports();
      await catalog.createExecution(sampleExecution({ status: 'succeeded', deadlineAt: null, projected: 2 }));
      const running = async () => {
        const row = { TableName: deployment.names.workflows, Key: itemKey(executionKey(EXECUTION)) };
        return (await deployment.direct.dynamo.send(new GetItemCommand(row))).Item?.runningKey !== undefined;
      };
      // What `projected` leaves when it dies between its two writes.
      const update = { UpdateExpression: 'SET projected = :p', ExpressionAttributeValues: { ':p': { N: '3' } } };
      const row = { TableName: deployment.names.workflows, Key: itemKey(executionKey(EXECUTION)) };
      await deployment.direct.dynamo.send(new UpdateItemCommand({ ...row, ...update }));

      const before = await running();
      const overdue = await catalog.overdue(T0 * 2);

      expect([before, overdue, await running()]).toEqual([true, [], false]);
    });
  });
});

const itemKey = ({ pk, sk }: { pk: string; sk: string }) => ({ pk: { S: pk }, sk: { S: sk } });
