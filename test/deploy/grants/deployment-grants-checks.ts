import { setTimeout } from 'node:timers/promises';
import { DeleteItemCommand, paginateScan } from '@aws-sdk/client-dynamodb';
import { CreateSecretCommand } from '@aws-sdk/client-secrets-manager';
import { GetExecutionHistoryCommand, ListExecutionsCommand } from '@aws-sdk/client-sfn';
import { PARTITION_KEY, SORT_KEY } from '#adapters/aws/environment/names.env.ts';
import { secretId } from '#adapters/aws/environment/secret-id.env.ts';
import { searchName, searchPrefix } from '#core/archive/object-keys.ts';
import { codeOf } from '#core/error.ts';
import type { Execution } from '#core/execution/execution.ts';
import { DEPLOYMENT_USER } from '#core/identity/caller.ts';
import { ExecutionId, type WorkflowId } from '#core/model/ids.ts';
import type { HostKey } from '#core/politeness/hosts/host-key.ts';
import { Schedule } from '#core/schedule/schedule.ts';
import { Workflow } from '#core/workflow/workflow.ts';
import type { WorkflowHead } from '#core/workflow/workflow-store.ts';
import { sampleExecution } from '#test/contract/samples.ts';
import type { EmulatedDeployment } from '#test/deploy/deployed/emulated-deployment.ts';
import { invoke } from '#test/deploy/grants/deployment-grants.ts';
import { removedComparison, wantedComparison } from '#test/deploy/grants/deployment-grants-comparisons.ts';
import { messageChecks } from '#test/deploy/grants/deployment-grants-messages.ts';
import { apiChecks } from '#test/deploy/grants/deployment-grants-routes.ts';
import type { Handler } from '#test/site/exchange.ts';
import type { Site } from '#test/site/site.ts';

/** Something that a function does, and by which it is noticed that it cannot. */
export interface Check {
  readonly name: string;
  /** @throws when it does not come about */
  run(): Promise<unknown>;
}

/** Hosts of a unit that a worker with more memory gets (design.md §8). */
export const MANY_HOSTS = 14;
const PATIENCE_MS = 300_000;
const SECRET_NAME = 'GRANT';
/** Near the end of its budget the machine carries every wave (ADR 54). */
const NO_SMALL_WAVES = { limits: { budgetUsd: 0.0099 } };
/**
 * A first run that is alive writes its row meanwhile; of three tries the last begins after 3 s. On
 * two cores that run the rest of the gate too, a function needed more than eight seconds to begin.
 */
const SILENT_MS = 20_000;
/** A worker whose run was stopped crawls the few pages of its unit. */
const WORKER_ENDS_MS = 3_000;
const LOOK_MS = 150;
const GOING = ['queued', 'running', 'waiting'] as const;

/** It is an object, and not in a row. */
const LARGE_ROBOTS = `User-agent: *\nDisallow: /private\n#${'x'.repeat(20_000)}\n`;

/**
 * Two waves of one level: the redirect's target is a page that another one is a copy of, so that a
 * row is corrected which is written already; a rule of robots.txt, and a page that it forbids.
 */
export const grantsSite: Handler = (exchange) => {
  switch (exchange.url.pathname) {
    case '/robots.txt':
      return exchange.send(200, { 'content-type': 'text/plain' }, LARGE_ROBOTS);
    case '/':
      return exchange.html(['moved', 'copy', 'other', 'private'].map((page) => `<a href="/${page}">x</a>`).join(''));
    case '/moved':
      return exchange.redirect(302, '/target');
    case '/outwards':
      return exchange.html(`<a href="${exchange.originAt(1)}/leaf">x</a>`);
    case '/target':
    case '/copy':
      return exchange.html('<p>the same');
    default:
      return exchange.html(`<p>${exchange.url}`);
  }
};

/** By the name of the function. What no check is for is in none. */
export function grantChecks(surf: EmulatedDeployment, site: Site): Readonly<Record<string, readonly Check[]>> {
  const crawls = new GrantCrawls(surf, site);
  const crawl: Check = { name: 'a crawl of one host', run: () => crawls.oneHost() };
  const manyHosts: Check = { name: `a crawl of ${MANY_HOSTS} hosts in one worker`, run: () => crawls.manyHosts() };
  const machine: Check = { name: 'a crawl of one host by the machine', run: () => crawls.oneHost(NO_SMALL_WAVES) };
  return {
    'crawl-few-hosts': [crawl],
    'crawl-many-hosts': [manyHosts],
    advance: [machine],
    'crawl-small': [crawl, manyHosts, machine],
    finish: [machine, { name: 'a crawl of one host, and its deletion', run: () => crawls.deletion() }],
    'mark-died': [{ name: 'a dead worker', run: () => crawls.death() }],
    watchdog: [
      { name: 'an execution past its deadline', run: () => crawls.overdue() },
      { name: 'an execution whose turn has come', run: () => crawls.queued() },
      { name: 'an execution whose time is over', run: () => crawls.outlived() },
      { name: 'a schedule that is due', run: () => crawls.scheduled() },
      { name: 'a subscription that asks for changed pages', run: () => wantedComparison(surf, crawls) },
      ...messageChecks(surf, site),
    ],
    index: [
      { name: 'an index, and the removal of an older one', run: () => crawls.index() },
      { name: 'a comparison, and its removal', run: () => removedComparison(surf, crawls) },
    ],
    api: [...apiChecks(surf, site, crawls), crawl],
  };
}

/**
 * Small crawls of a deployment, and what is true of them when every function may do what it has to.
 */
export class GrantCrawls {
  readonly #surf: EmulatedDeployment;
  readonly #site: Site;
  readonly #begun: ExecutionId[] = [];
  #searched: Promise<Execution> | null = null;

  constructor(surf: EmulatedDeployment, site: Site) {
    this.#surf = surf;
    this.#site = site;
  }

  /** @returns the execution, as it ended */
  async oneHost(change: object = {}): Promise<Execution> {
    const { catalog, tasks, archive } = this.#surf.ports();
    await this.#forgetHosts();
    const id = await this.start([`${this.#site.origin(0)}/`], change);
    const stray = `executions/${id}/chunks/000001/000000/stray-000.warc.gz`;
    await archive.put(stray, [Buffer.from('of a worker that outlived its wave')]);
    await this.#until(id, 'it is finished', async () => (await this.#lastEvent(id)) === 'finished');
    const row = await catalog.execution(id);
    const { counts } = row;
    expectSame('counts', counts, {
      ...{ discovered: 6, stored: 3, notModified: 0, duplicate: 1, redirected: 1, skipped: { robots: 1 }, failed: {} },
      pending: 0,
    });
    const { rows } = await tasks.list(id, 100);
    const copies = rows
      .filter(({ outcome }) => outcome.type === 'duplicate')
      .map(({ url }) => URL.parse(url)?.pathname);
    expectSame('task rows', [rows.length, copies], [6, ['/copy']]);
    const objects = await this.objects(`executions/${id}/`);
    const found = [stray, `executions/${id}/manifest.jsonl`].map((key) => objects.includes(key));
    expectSame('what belongs to nothing, and the list of what belongs to it', found, [false, true]);
    return row;
  }

  async manyHosts(): Promise<void> {
    const { catalog } = this.#surf.ports();
    await this.#forgetHosts();
    const id = await this.start(this.#site.origins.map((origin) => `${origin}/leaf`));
    await this.#until(id, 'it ends', async () => (await catalog.execution(id)).endedAt !== null);
    expectSame('pages', (await catalog.execution(id)).counts.stored, MANY_HOSTS);
  }

  async deletion(): Promise<void> {
    const { id } = await this.oneHost();
    const { status } = await this.#surf.ask('DELETE', `v1/executions/${id}`);
    expectSame('DELETE', status, 202);
    await this.#gone(id);
  }

  async index(): Promise<void> {
    const { accounts, archive } = this.#surf.ports();
    this.#searched ??= this.oneHost();
    const { id: execution, wave } = await this.#searched;
    await accounts.keepStored({ user: DEPLOYMENT_USER, execution, part: 'files', bytes: 0 });
    const before = await accounts.stored(DEPLOYMENT_USER);
    await archive.delete(await this.objects(searchPrefix(execution)));
    const older = `${searchName(execution, 0)}.sqlite`;
    await archive.put(older, [Buffer.from('of the previous wave')]);
    const build = `${Date.now()}-grant`;
    expectSame('index', await invoke(this.#surf, 'index', { execution, wave, build }), 'done');
    const left = await this.objects(searchPrefix(execution));
    const isIndex = (key: string) => key.startsWith(searchName(execution, wave)) && key.endsWith('.sqlite');
    expectSame('objects of the index', left.map(isIndex), [true]);
    expectSame('the index counts as stored', (await accounts.stored(DEPLOYMENT_USER)) > before, true);
  }

  async death(): Promise<void> {
    const { catalog, units, hosts } = this.#surf.ports();
    const { id: execution } = await this.planted({});
    await units.begin({ execution, wave: 1, unit: 0 }, 'token', Date.now());
    const host = 'of-the-dead.example' as HostKey;
    await this.#forgetHosts();
    await hosts.lease(host, `${execution}/1/0`, Date.now(), 0);
    const ticket = { execution, wave: 1, unit: 0, plan: 'plan' };
    expectSame('mark-died', await invoke(this.#surf, 'mark-died', { ticket, error: 'Lambda.Unknown' }), 'done');
    expectSame(
      'units',
      (await units.rows(execution, 1, [0])).map(({ died }) => died),
      [true],
    );
    expectSame(
      'events',
      (await catalog.events(execution, 10)).map(({ type }) => type),
      ['died'],
    );
    const { granted } = await hosts.lease(host, 'another crawl', Date.now(), 0);
    expectSame('its host is free', granted, true);
  }

  /** A stop that nobody saw to. */
  async overdue(): Promise<void> {
    const { catalog } = this.#surf.ports();
    const row = await this.planted({ status: 'running', desired: 'stop', deadlineAt: 1, run: 1, lastRun: 1 });
    expectSame('watchdog', await invoke(this.#surf, 'watchdog', {}), 'done');
    await this.#until(row.id, 'it stops', async () => (await catalog.execution(row.id)).status === 'stopped');
    const events = await catalog.events(row.id, 10);
    expectSame('events', events.filter(({ text }) => text.startsWith('watchdog')).length, 1);
  }

  async queued(): Promise<void> {
    const { catalog } = this.#surf.ports();
    const deadlineAt = Date.now() + 3_600_000;
    const row = await this.planted({ status: 'queued', atOnce: 1, owner: 'queued', deadlineAt, run: 0, lastRun: 1 });
    expectSame('watchdog', await invoke(this.#surf, 'watchdog', {}), 'done');
    await this.#until(row.id, 'it ends', async () => (await catalog.execution(row.id)).endedAt !== null);
  }

  /** Of a user of a role that bounds how many executions run at once. */
  async scheduled(): Promise<void> {
    const { accounts, workflows } = this.#surf.ports();
    const now = Date.now();
    const [owner, id] = [`scheduled-${now}`, `w${now.toString(36)}scheduled` as WorkflowId];
    await accounts.signIn({
      ...{ v: 1, id: owner, email: null, role: 'standard', assigned: 'automatically', createdAt: now },
      rights: { ignoreRobots: false, allowPrivateNetwork: false },
    });
    const definition = Workflow.parse({
      seeds: [`${this.#site.origin(0)}/outwards`],
      name: 'scheduled',
      external: { keep: true },
    });
    const head = { v: 1, id, owner, name: 'scheduled', version: 1, createdAt: now, updatedAt: now } as const;
    await workflows.create(head, definition);
    await this.#startedBySchedule(head, {});
    const check = await this.#startedBySchedule(head, { checkDays: 0 });
    expectSame('the check', check.name, 'external links of scheduled');
  }

  /** What a schedule of the workflow starts whose first time was a moment ago, at its end. */
  async #startedBySchedule({ id: workflow, owner }: WorkflowHead, what: object): Promise<Execution> {
    const { schedules, catalog } = this.#surf.ports();
    const at = Date.now() - 90_000;
    await schedules.save({
      ...{ v: 1, workflow, name: 'due', owner, version: 1, createdAt: at, updatedAt: at, doneUntil: at },
      ...{ schedule: Schedule.parse({ when: 'rate(1 minute)', ...what }), queued: null, last: null, missed: null },
    });
    expectSame('watchdog', await invoke(this.#surf, 'watchdog', {}), 'done');
    const row = await schedules.find(workflow, 'due');
    await schedules.delete(workflow, 'due');
    expectSame('the scheduled time', [row?.last?.outcome, row?.last?.why], ['started', null]);
    const execution = row?.last?.execution;
    if (execution === null || execution === undefined) throw new Error('it started nothing');
    this.#begun.push(execution);
    await this.#until(execution, 'it is finished', async () => (await this.#lastEvent(execution)) === 'finished');
    return await catalog.execution(execution);
  }

  async #lastEvent(id: ExecutionId): Promise<string | undefined> {
    return (await this.#surf.ports().catalog.events(id, 1_000)).at(-1)?.type;
  }

  async outlived(): Promise<void> {
    const row = await this.planted({
      ...{ status: 'succeeded', retentionDays: 1, endedAt: 1, deadlineAt: 2, projected: 0, run: 1, lastRun: 1 },
    });
    expectSame('watchdog', await invoke(this.#surf, 'watchdog', {}), 'done');
    await this.#gone(row.id);
  }

  /** With the first key. */
  async start(seeds: readonly string[], change: object = {}): Promise<ExecutionId> {
    await this.#storeSecret();
    const headers = { 'X-Grant': { secretRef: SECRET_NAME } };
    const quick = { politeness: { delaySeconds: 0.02 }, retry: { attempts: 1 }, fetch: { headers } };
    const saved = await this.#surf.ask('POST', 'v1/workflows', { body: { seeds, ...quick, ...change } });
    expectSame('POST /v1/workflows', saved.status, 201);
    const { id } = saved.value as { id: string };
    const started = await this.#surf.ask('POST', `v1/workflows/${id}/executions`, { body: {} });
    expectSame('POST /v1/workflows/{id}/executions', started.status, 201);
    const execution = ExecutionId.parse((started.value as { execution: string }).execution);
    this.#begun.push(execution);
    return execution;
  }

  /** Of the user who starts the crawls: workers and advance have to read it. */
  async #storeSecret(): Promise<void> {
    const Name = secretId(this.#surf.stage, DEPLOYMENT_USER, SECRET_NAME);
    try {
      await this.#surf.clients.secrets.send(new CreateSecretCommand({ Name, SecretString: 'granted' }));
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'ResourceExistsException') throw error;
    }
  }

  /** An execution that no run has made: of a workflow that asks for nothing. */
  async planted(change: Partial<Execution>): Promise<Execution> {
    const { catalog } = this.#surf.ports();
    const id = ExecutionId.parse(`x${Math.random().toString(36).slice(2, 12).padEnd(10, '0')}`);
    const { base: _, ...sample } = sampleExecution();
    const row: Execution = {
      ...sample,
      ...{ id, wave: 0, projected: 0, frontier: null, plan: null, manifest: null, plannedBy: 0, startedAt: null },
      ...change,
    };
    const definition = Workflow.parse({ seeds: [`${this.#site.origin(0)}/`], limits: { pages: 0 } });
    await catalog.saveWorkflow({ v: 1, id: row.workflowId, version: 1, createdAt: 1, definition });
    await catalog.createExecution(row);
    return row;
  }

  /**
   * Robots pointers, so that robots.txt is fetched, stored and pointed to again, and found there in
   * the next wave; and leases of hosts and addresses, which a worker of an earlier check leaves
   * when it dies. Crawls of earlier checks end before: with their grant back they would ask the
   * same hosts.
   */
  async #forgetHosts(): Promise<void> {
    const stopped = await this.#surf.stopRuns((name) => this.#begun.some((id) => name.startsWith(`${id}-`)));
    const halted = await Promise.all(this.#begun.splice(0).map((id) => this.#halt(id)));
    if (stopped > 0 || halted.includes(true)) await setTimeout(WORKER_ENDS_MS);
    const { dynamo } = this.#surf.clients;
    const TableName = this.#surf.names.hosts;
    for await (const { Items = [] } of paginateScan({ client: dynamo }, { TableName })) {
      for (const { [PARTITION_KEY]: pk, [SORT_KEY]: sk } of Items) {
        if (pk === undefined || sk === undefined) continue;
        await dynamo.send(new DeleteItemCommand({ TableName, Key: { [PARTITION_KEY]: pk, [SORT_KEY]: sk } }));
      }
    }
  }

  /** Lambda may try its first run once more. @returns false for one that has ended */
  async #halt(id: ExecutionId): Promise<boolean> {
    const { catalog } = this.#surf.ports();
    const { done } = await catalog.control(id, GOING, { desired: 'stop' }).catch(() => ({ done: false }));
    return done;
  }

  async #gone(id: ExecutionId): Promise<void> {
    const { catalog, tasks, units } = this.#surf.ports();
    await this.#until(id, 'it is deleted', async () => {
      const row = await catalog.execution(id).catch((error) => codeOf(error));
      return row === 'EXECUTION_NOT_FOUND';
    });
    const left = [(await tasks.list(id, 10)).rows, await units.rows(id, 1, [0]), await catalog.events(id, 10)];
    expectSame('rows that are left', left.flat(), []);
    expectSame('objects that are left', await this.objects(`executions/${id}/`), []);
  }

  /** Waits as long as somebody works on it. */
  async #until(id: ExecutionId, what: string, isTrue: () => Promise<boolean>): Promise<void> {
    const { catalog } = this.#surf.ports();
    const until = Date.now() + PATIENCE_MS;
    let seen = { row: '', at: Date.now() };
    const lookForDeath = async (): Promise<void> => {
      const died = (await catalog.events(id, 1_000).catch(() => [])).find(({ type }) => type === 'died');
      if (died !== undefined) throw new Error(died.text);
    };
    for (let idle = 0; !(await isTrue()); ) {
      await lookForDeath();
      const row = await catalog.execution(id).catch(() => null);
      if (row?.status === 'waiting') throw new Error(`it waits: ${JSON.stringify(row.answer)}`);
      if (JSON.stringify(row) !== seen.row) seen = { row: JSON.stringify(row), at: Date.now() };
      // Nothing lists the calls of the function that has the first run.
      const begins = row !== null && row.lastRun === 1 && Date.now() - seen.at < SILENT_MS;
      idle = (await this.#isDriven(id)) || begins ? 0 : idle + 1;
      if (idle > 3 || Date.now() > until) throw new Error(`nobody sees to it that ${what}`);
      await setTimeout(LOOK_MS);
    }
    await lookForDeath(); // of the last unit, whose chunks were all there
  }

  /** @throws what a function of its run ended with: the machine would try it again for minutes */
  async #isDriven(id: ExecutionId): Promise<boolean> {
    const { clients, machineArn } = this.#surf;
    const { executions = [] } = await clients.sfn.send(
      new ListExecutionsCommand({ stateMachineArn: machineArn, statusFilter: 'RUNNING' }),
    );
    const run = executions.find(({ name = '' }) => name.startsWith(`${id}-`));
    if (run === undefined) return false;
    const { events = [] } = await clients.sfn.send(new GetExecutionHistoryCommand({ executionArn: run.executionArn }));
    for (const { taskFailedEventDetails: task, lambdaFunctionFailedEventDetails: fn } of events) {
      const failure = task ?? fn;
      if (failure !== undefined) throw new Error(`a function failed: ${failure.error} ${failure.cause?.slice(0, 200)}`);
    }
    return true;
  }

  async objects(prefix: string): Promise<string[]> {
    const keys: string[] = [];
    for await (const { key } of this.#surf.ports().archive.list(prefix)) keys.push(key);
    return keys;
  }
}

/** @throws when they differ */
export function expectSame(what: string, found: unknown, wanted: unknown): void {
  const [has, should] = [JSON.stringify(found), JSON.stringify(wanted)];
  if (has !== should) throw new Error(`${what}: ${has?.slice(0, 200)}, not ${should}`);
}
