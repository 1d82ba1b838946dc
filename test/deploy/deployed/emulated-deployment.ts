import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { ListExecutionsCommand, StopExecutionCommand } from '@aws-sdk/client-sfn';
import { type AwsPorts, awsPorts } from '#adapters/aws/aws-ports.ts';
import { type AwsClients, awsClients } from '#adapters/aws/calls/aws-clients.ts';
import type { AwsNames } from '#adapters/aws/environment/names.env.ts';
import { SystemClock, systemRandomId } from '#adapters/embedded/system-clock.ts';
import { Meter } from '#core/cost/meter.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { makeFirstKey } from '#infra/commands/first-key-row.ts';
import { deployAssembly } from '#test/deploy/assembly/deploy-assembly.ts';
import { type GatewayAddress, gatewayAddress } from '#test/deploy/deployed/gateway-address.ts';
import { EMULATED } from '#test/emulator/deployment.ts';
import type { Emulator } from '#test/emulator/emulator.ts';
import { LocalStack } from '#test/emulator/localstack.ts';
import { MiniStack } from '#test/emulator/ministack.ts';
import { NO_CHECKS } from '#test/infra/no-checks.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const ACCOUNT = '000000000000';
const REGION = 'us-east-1';
const ENVIRONMENT = `aws://${ACCOUNT}/${REGION}`;
/** Where a suite has bundled the functions for all of its deployments; else each bundles them. */
const { SURF_FUNCTIONS, NODE_COMPILE_CACHE } = process.env;
const FUNCTIONS = SURF_FUNCTIONS === undefined ? {} : { SURF_FUNCTIONS };
/** With modules as V8 has compiled them, a synthesis takes 2.1 s of CPU; without them 2.9 s. */
const COMPILED = NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE };
const APP = `${ROOT}${SURF_FUNCTIONS === undefined ? 'infra/synthesize.ts' : 'test/infra/bundled-app.ts'}`;
/** MiniStack is known to take what `deployAssembly` asks of it. */
const IS_LOCALSTACK = process.env.SURF_EMULATOR === 'localstack';

const run = promisify(execFile);

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed, where it is JSON. */
  readonly value: unknown;
}

/** Tests ask faster than people do. */
const UNHURRIED = {
  api: { rate: 10_000, burst: 5_000 },
  limits: {
    administrator: { requestsPerSecond: null },
    premium: { requestsPerSecond: null },
    standard: { requestsPerSecond: null },
  },
};

export interface EmulationOptions {
  /** @default test */
  readonly stage?: string;
  /** As in surf.config.json, instead of the tests' settings. @default nothing */
  readonly config?: Readonly<Record<string, unknown>>;
  /**
   * Environment that every function inherits from the emulator (MiniStack only).
   * @default nothing
   */
  readonly environment?: Readonly<Record<string, string>>;
  /**
   * Bootstrapped and deployed by the CDK command line, as `npm run deploy` does, whose stack
   * `npm run destroy` finds. @default by calls to CloudFormation, which take less CPU
   */
  readonly byCommand?: boolean;
}

/**
 * The whole stack, deployed into an emulator that evaluates roles; gone when it is closed.
 */
export class EmulatedDeployment {
  readonly stage: string;
  readonly #config: Readonly<Record<string, unknown>>;
  readonly #byCommand: boolean;
  readonly #emulator: Emulator;
  readonly #folder: string;
  readonly #clients: AwsClients;
  #gateway: GatewayAddress | null = null;
  #key = '';
  #bucket = '';

  private constructor(emulator: Emulator, { stage = 'test', config = {}, byCommand = false }: EmulationOptions) {
    this.#byCommand = byCommand || IS_LOCALSTACK;
    this.#emulator = emulator;
    this.stage = stage;
    this.#config = config;
    this.#folder = mkdtempSync(join(tmpdir(), 'surf-deploy-'));
    if (emulator.certificate !== null)
      setDefaultCACertificates([...getCACertificates('default'), readFileSync(emulator.certificate, 'utf8')]);
    this.#clients = awsClients({ ...EMULATED, endpoint: emulator.endpoint });
  }

  static async create(options: EmulationOptions = {}): Promise<EmulatedDeployment> {
    const deployment = new EmulatedDeployment(await startEmulator(options.environment), options);
    try {
      await deployment.synthesize();
      if (deployment.#byCommand) {
        await deployment.#cdk('bootstrap', ENVIRONMENT);
        await deployment.deploy();
      } else {
        const target = { endpoint: deployment.endpoint, s3: deployment.#clients.s3, stack: `surf-${deployment.stage}` };
        await deployment.#serves(await deployAssembly(deployment.#assembly, target));
      }
      return deployment;
    } catch (error) {
      await deployment.close();
      throw error;
    }
  }

  /** @param map which map carries waves */
  async synthesize(map = 'auto'): Promise<void> {
    const config = join(this.#folder, 'surf.config.json');
    const crawl = { allowPrivateNetwork: true, map };
    const own = { stage: this.stage, contact: 'test@example.org', ...UNHURRIED, crawl };
    writeFileSync(config, JSON.stringify({ ...own, ...this.#config }));
    const env = { ...this.#environment, ...NO_CHECKS, ...FUNCTIONS };
    if (this.#byCommand) {
      // The CDK takes quotes off a value that begins and ends with them: a space comes last.
      const app = ['-a', `"${process.execPath}" "${APP}" `];
      const context = ['-c', 'target=local', '-c', `config=${config}`];
      const args = ['synth', '-q', ...app, ...context, '-o', this.#assembly];
      await run(`${ROOT}node_modules/.bin/cdk`, args, { cwd: ROOT, env, maxBuffer: 2 ** 24 });
      return;
    }
    const told = {
      CDK_OUTDIR: this.#assembly,
      CDK_CONTEXT_JSON: JSON.stringify({ target: 'local', config }),
      CDK_DEFAULT_ACCOUNT: ACCOUNT,
      CDK_DEFAULT_REGION: REGION,
    };
    await run(process.execPath, [APP], { cwd: ROOT, env: { ...env, ...told }, maxBuffer: 2 ** 24 });
  }

  /** @returns what the command line said */
  async deploy(): Promise<string> {
    const outputs = join(this.#folder, 'outputs.json');
    const said = await this.#cdk('deploy', '--require-approval', 'never', '--outputs-file', outputs);
    const [values] = Object.values(JSON.parse(readFileSync(outputs, 'utf8')) as Record<string, Record<string, string>>);
    await this.#serves(new Map(Object.entries(values ?? {})));
    return said;
  }

  /** @param outputs of the stack */
  async #serves(outputs: ReadonlyMap<string, string>): Promise<void> {
    const id = new URL(outputs.get('ApiUrl') ?? '').hostname.split('.')[0];
    // The address itself is not served: the emulator has another for the same API.
    const served = `${this.#emulator.endpoint}/restapis/${id}/${this.stage}/_user_request_/`;
    this.#gateway ??= await gatewayAddress(served, this.stage);
    this.#bucket = outputs.get('ArchiveBucketName') ?? '';
    if (this.#key === '') this.#key = await this.#firstKey();
  }

  /** As `npm run destroy`. @returns what it said */
  destroy(...flags: readonly string[]): Promise<string> {
    return this.#script('destroy', '--app', this.#assembly, ...flags);
  }

  /** As `npm run deploy` of a stack that was deleted: the address of the API is another. */
  async deployAgain(): Promise<void> {
    await this.#script('deploy', '--app', this.#assembly, '--yes');
    await this.#gateway?.close();
    this.#gateway = null;
    await this.deploy();
  }

  /** As `npm run first-key`. @returns what it said */
  firstKey(...flags: readonly string[]): Promise<string> {
    return this.#script('first-key', ...flags);
  }

  /** @returns what it said */
  async #script(name: string, ...flags: readonly string[]): Promise<string> {
    const args = [`${ROOT}infra/${name}.ts`, '--stage', this.stage, ...flags];
    const { stdout } = await run(process.execPath, args, { cwd: ROOT, env: this.#environment, maxBuffer: 2 ** 24 });
    return stdout;
  }

  /** Calls the watchdog's function. @throws when it fails */
  async watch(): Promise<void> {
    const said = await this.#invoke('watchdog', {});
    if (said !== 'done') throw new Error(`watchdog: ${said}`);
  }

  /** As if the deadline of an execution had passed long ago. */
  async passDeadline(id: ExecutionId): Promise<void> {
    await this.#clients.dynamo.send(
      new UpdateItemCommand({
        TableName: this.names.workflows,
        Key: { pk: { S: `X#${id}` }, sk: { S: 'META' } },
        UpdateExpression: 'SET deadlineAt = :long, runningDue = :long',
        ExpressionAttributeValues: { ':long': { N: '1000000000000' } },
      }),
    );
  }

  /** Calls `advance`, also while others do. @returns `done`, or what kind of error it ended with */
  advance(execution: ExecutionId, run: number): Promise<string> {
    return this.#invoke('advance', { execution, run });
  }

  /** Replaces the first key; `key` is still the old one. @returns the new one */
  replaceFirstKey(): Promise<string> {
    return this.#firstKey({ isReplaced: true });
  }

  /** Kills the sandboxes of workers. @returns how many there were */
  killWorkers(): number {
    return this.#emulator.killWorkers(this.stage);
  }

  /** Kills the sandbox of the API, and with it what that remembers. */
  killApi(): void {
    this.#emulator.killApi(this.stage);
  }

  /** Stops runs of the state machine. One can end meanwhile: the emulator refuses to stop it. */
  async stopRuns(isOurs: (name: string) => boolean = () => true): Promise<number> {
    const ours = (await this.#running()).filter(({ name = '' }) => isOurs(name));
    for (const { executionArn } of ours) {
      await this.clients.sfn.send(new StopExecutionCommand({ executionArn })).catch((error: Error) => {
        if (!error.message.includes('not running')) throw error;
      });
    }
    return ours.length;
  }

  /** Number of open runs of an execution. */
  async openRuns(id: ExecutionId): Promise<number> {
    return (await this.#running()).filter(({ name = '' }) => name.startsWith(`${id}-`)).length;
  }

  async #running() {
    const request = { stateMachineArn: this.machineArn, statusFilter: 'RUNNING' } as const;
    return (await this.clients.sfn.send(new ListExecutionsCommand(request))).executions ?? [];
  }

  /** Ids of the processes that crawl units now. */
  workers(): readonly number[] {
    return this.#emulator.workers(this.stage);
  }

  /** Asks the API. @param key @default the first key; null: none */
  async ask(method: string, path: string, options: { body?: unknown; key?: string | null } = {}): Promise<Answer> {
    const { body, key = this.#key } = options;
    const answer = await fetch(`${this.url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(key !== null && { 'x-api-key': key }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = /json(?:;|$)/.test(answer.headers.get('content-type') ?? '');
    return { status: answer.status, headers: answer.headers, value: isJson ? JSON.parse(text) : text };
  }

  /** Where API and console answer, as AWS would have it: the stage ends the address. */
  get url(): string {
    return this.#gateway?.url ?? '';
  }

  /** Where the emulator answers, as AWS itself would. */
  get endpoint(): string {
    return this.#emulator.endpoint;
  }

  /** File of the certificate that links to objects answer with; null: they answer without TLS. */
  get certificate(): string | null {
    return this.#emulator.certificate;
  }

  /** The first key, as it was made with the deployment. */
  get key(): string {
    return this.#key;
  }

  /** The deployment's tables and bucket, as the root user of the emulator. */
  ports(): AwsPorts {
    return awsPorts({
      clients: this.#clients,
      names: this.names,
      clock: new SystemClock(),
      random: systemRandomId,
      jitter: Math.random,
      meter: new Meter(),
      stage: this.stage,
    });
  }

  get names(): AwsNames {
    const table = (name: string): string => `surf-${this.stage}-${name}`;
    return {
      workflows: table('workflows'),
      tasks: table('tasks'),
      units: table('units'),
      hosts: table('hosts'),
      bucket: this.#bucket,
      machineArn: this.machineArn,
    };
  }

  get clients(): AwsClients {
    return this.#clients;
  }

  get machineArn(): string {
    return `arn:aws:states:us-east-1:000000000000:stateMachine:surf-${this.stage}-crawl`;
  }

  async close(): Promise<void> {
    this.#clients.close();
    await this.#gateway?.close();
    await this.#emulator.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #firstKey({ isReplaced = false } = {}): Promise<string> {
    const lambda = this.#lambda();
    const clients = { lambda, dynamo: this.#clients.dynamo };
    const made = await makeFirstKey(clients, { prefix: `surf-${this.stage}`, isReplaced });
    if (!('key' in made)) throw new Error('there is a first key already');
    return made.key;
  }

  #lambda(): LambdaClient {
    return new LambdaClient({ ...EMULATED, endpoint: this.endpoint });
  }

  /** Where `synthesize` puts the assembly. */
  get #assembly(): string {
    return join(this.#folder, 'cdk.out');
  }

  get #environment(): NodeJS.ProcessEnv {
    const { endpoint, certificate } = this.#emulator;
    return {
      PATH: process.env.PATH,
      HOME: this.#folder,
      CDK_DISABLE_CLI_TELEMETRY: 'true',
      CI: '1',
      ...COMPILED,
      AWS_ENDPOINT_URL: endpoint,
      AWS_ENDPOINT_URL_S3: endpoint,
      AWS_REGION: REGION,
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      ...(certificate !== null && { NODE_EXTRA_CA_CERTS: certificate, AWS_CA_BUNDLE: certificate }),
    };
  }

  async #invoke(name: string, payload: object): Promise<string> {
    const lambda = this.#lambda();
    const request = { FunctionName: `surf-${this.stage}-${name}`, Payload: Buffer.from(JSON.stringify(payload)) };
    const { FunctionError = 'done' } = await lambda.send(new InvokeCommand(request));
    lambda.destroy();
    return FunctionError;
  }

  async #cdk(...args: readonly string[]): Promise<string> {
    const command = `${ROOT}node_modules/.bin/cdk`;
    const options = { cwd: ROOT, env: this.#environment, maxBuffer: 2 ** 24 };
    const { stdout, stderr } = await run(command, [...args, '-a', this.#assembly], options);
    return stdout + stderr;
  }
}

/** MiniStack with roles evaluated, or what SURF_EMULATOR names. */
const startEmulator = (environment: Readonly<Record<string, string>> = {}): Promise<Emulator> =>
  IS_LOCALSTACK ? LocalStack.start() : MiniStack.start({ secure: true, environment });
