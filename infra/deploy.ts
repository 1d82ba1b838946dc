import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { S3Client } from '@aws-sdk/client-s3';
import { resourceName } from './config/deployment.ts';
import { loadConfig } from './config/load-config.ts';
import type { SurfConfig } from './config/surf-config.ts';
import { accountRoom } from './deploy/account-room.ts';
import { type ImportClients, importMapping, isDeployed, type Template } from './deploy/kept-resources.ts';
import { CDK, withTools } from './deploy/tools.ts';

const USAGE = `npm run deploy -- [--stage NAME] [--region REGION] [--config FILE] [--yes]
Deploys the stack, as cdk deploy does, and before that
  - takes in tables and bucket that an earlier deployment has left, or that "names" names;
  - asks the account how many Lambda functions it runs at once: maxWorkers is never more.
  --yes  does not ask about changed permissions
  --app  a synthesized assembly, for cdk deploy
`;

const { values } = parseArgs({
  options: {
    stage: { type: 'string' },
    region: { type: 'string' },
    config: { type: 'string' },
    app: { type: 'string' },
    yes: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const cdk = (...args: readonly string[]): number => spawnSync(CDK, args, { stdio: 'inherit' }).status ?? 1;

if (values.help) process.stdout.write(USAGE);
else process.exitCode = await withTools(deploy);

async function deploy(): Promise<number> {
  const { stage, region, config: file, yes } = values;
  const config = loadConfig({ ...(stage && { stage }), ...(region && { region }), ...(file && { config: file }) });
  const clients = clientsOf(config);
  const folder = mkdtempSync(join(tmpdir(), 'surf-deploy-'));
  try {
    const app = values.app ?? join(folder, 'cdk.out');
    const code =
      (values.app === undefined ? await synthesize(app, { config, clients }) : 0) ||
      (await takeIn(app, { config, clients, folder })) ||
      cdk('deploy', ...(yes ? ['--require-approval', 'never'] : []), '-a', app);
    if (code === 0) say('npm run --silent first-key prints the first API key; surf login --api URL asks for it.');
    return code;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function clientsOf({ region }: SurfConfig): ImportClients {
  const where = region === null ? {} : { region };
  return {
    dynamo: new DynamoDBClient(where),
    s3: new S3Client({ ...where, forcePathStyle: true }),
    lambda: new LambdaClient(where),
  };
}

async function synthesize(
  app: string,
  { config, clients }: { config: SurfConfig; clients: ImportClients },
): Promise<number> {
  const { stage, region, config: file } = values;
  const workers = await roomForWorkers(clients, config);
  const context = Object.entries({ stage, region, config: file, workers }).flatMap(([name, value]) =>
    value === undefined ? [] : ['-c', `${name}=${value}`],
  );
  return cdk('synth', '-q', ...context, '-o', app);
}

/**
 * Has CloudFormation import what is there and is not the stack's. @returns the exit code of CDK
 */
async function takeIn(
  app: string,
  { config, clients, folder }: { config: SurfConfig; clients: ImportClients; folder: string },
): Promise<number> {
  const prefix = resourceName({ config, target: 'aws' }, '').slice(0, -1);
  const isOther = Object.values(config.names).some((name) => name !== null);
  if (!isOther && (await isDeployed(clients, prefix))) return 0; // all of it is the stack's
  const template = JSON.parse(readFileSync(join(app, `${prefix}.template.json`), 'utf8')) as Template;
  const mapping = await importMapping(clients, template);
  const names = Object.values(mapping).flatMap((by) => Object.values(by));
  if (names.length === 0) return 0;
  say(`these are there already, and become the stack's: ${names.join(', ')}`);
  const file = join(folder, 'import.json');
  writeFileSync(file, JSON.stringify(mapping));
  return cdk('import', '--force', '--resource-mapping', file, '-a', app);
}

/** Undefined: the account does not say, and maxWorkers holds as it is. */
async function roomForWorkers({ lambda }: ImportClients, { maxWorkers }: SurfConfig): Promise<string | undefined> {
  try {
    const { concurrent, workers } = await accountRoom(lambda);
    if (workers < maxWorkers) {
      const less = `an execution gets ${workers} workers at once, and not ${maxWorkers} (maxWorkers)`;
      say(`this account runs ${concurrent} Lambda functions at once: ${less}`);
    }
    return String(workers);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    say(`how many Lambda functions this account runs at once is not known (${why}): maxWorkers stays as it is`);
    return undefined;
  }
}
