import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { S3Client } from '@aws-sdk/client-s3';
import { resourceName } from '../config/deployment.ts';
import type { SurfConfig } from '../config/surf-config.ts';
import { accountRoom } from './account-room.ts';
import { type CommandPlace, runCdk, say } from './command-place.ts';
import { CONFIG_FLAGS, configOf, contextFlags, type GivenConfig } from './config-flags.ts';
import { type ImportClients, importMapping, newNames, type Template, wordsOfStack } from './kept-resources.ts';

const USAGE = `Deploys the stack, as cdk deploy does, and before that
  - adopts tables and bucket that an earlier deployment has left, or that "names" names;
  - asks the account how many Lambda functions it can run at once: maxWorkers never exceeds this.
  --yes           does not ask about changed permissions
  --revert-drift  recreates resources that were deleted or changed in AWS: cdk deploy alone compares templates
  --app           a synthesized assembly, for cdk deploy`;

const FLAGS = {
  ...CONFIG_FLAGS,
  app: { type: 'string' },
  yes: { type: 'boolean', default: false },
  'revert-drift': { type: 'boolean', default: false },
} as const;

/** @returns the exit code @throws errors of the SDK; Error for an invalid setting */
export async function deploy(words: readonly string[], place: CommandPlace): Promise<number> {
  const { values } = parseArgs({ args: [...words], options: FLAGS });
  if (!values.help) return await place.withTools(() => deployStack(values, place));
  say(
    `${place.typed('deploy', '[--stage NAME] [--region REGION] [--config FILE] [--yes] [--revert-drift]')}\n${USAGE}`,
  );
  return 0;
}

interface Deploying {
  readonly given: GivenConfig;
  readonly config: SurfConfig;
  readonly clients: ImportClients;
  /** Folder for files that end with the command. */
  readonly folder: string;
  readonly place: CommandPlace;
}

interface Given extends GivenConfig {
  readonly app?: string | undefined;
  readonly yes: boolean;
  readonly 'revert-drift': boolean;
}

async function deployStack(given: Given, place: CommandPlace): Promise<number> {
  const config = configOf(given);
  const folder = mkdtempSync(join(tmpdir(), 'surf-deploy-'));
  const deploying: Deploying = { given, config, clients: clientsOf(config), folder, place };
  try {
    const app = given.app ?? join(folder, 'cdk.out');
    const code =
      (given.app === undefined ? await synthesize(app, deploying) : 0) ||
      (await takeIn(app, deploying)) ||
      runCdk(place, ['deploy', ...flagsOfCdk(given), '-a', app]);
    if (code === 0)
      say(`${place.typed('first-key')} makes the first API key and prints it; surf login --api URL asks for it.`);
    return code;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Flags of `cdk deploy`. Only a change set that looks for drift sees what is gone at AWS. */
const flagsOfCdk = (given: Given): string[] => [
  ...(given.yes ? ['--require-approval', 'never'] : []),
  ...(given['revert-drift'] ? ['--revert-drift'] : []),
];

function clientsOf({ region }: SurfConfig): ImportClients {
  const where = region === null ? {} : { region };
  return {
    dynamo: new DynamoDBClient(where),
    s3: new S3Client({ ...where, forcePathStyle: true }),
    lambda: new LambdaClient(where),
  };
}

async function synthesize(app: string, { given, config, clients, place }: Deploying): Promise<number> {
  const workers = await roomForWorkers(clients, config);
  const context = contextFlags(given, workers === undefined ? {} : { workers });
  return runCdk(place, ['synth', '-q', ...place.app, ...context, '-o', app]);
}

/** Lets CloudFormation import existing data that is not part of the stack. */
async function takeIn(app: string, { config, clients, folder, place }: Deploying): Promise<number> {
  const prefix = resourceName({ config, target: 'aws' }, '').slice(0, -1);
  const isOther = Object.values(config.names).some((name) => name !== null);
  const ofStack = await wordsOfStack(clients, prefix);
  if (!isOther && ofStack !== null) return 0; // all of it is the stack's
  const template = JSON.parse(readFileSync(join(app, `${prefix}.template.json`), 'utf8')) as Template;
  const mapping = await importMapping(clients, template);
  const names = newNames(mapping, ofStack);
  if (names.length === 0) return 0;
  say(`these exist already, and become part of the stack: ${names.join(', ')}`);
  const file = join(folder, 'import.json');
  writeFileSync(file, JSON.stringify(mapping));
  return runCdk(place, ['import', '--force', '--resource-mapping', file, '-a', app]);
}

/**
 * Workers that the account has room for; `undefined` if it does not say: then maxWorkers applies
 * unchanged.
 */
async function roomForWorkers({ lambda }: ImportClients, { maxWorkers }: SurfConfig): Promise<string | undefined> {
  try {
    const { concurrent, workers } = await accountRoom(lambda);
    if (workers < maxWorkers) {
      const less = `an execution gets ${workers} workers at once instead of ${maxWorkers} (maxWorkers)`;
      say(`this account runs ${concurrent} Lambda functions at once: ${less}`);
    }
    return String(workers);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    say(`cannot read how many Lambda functions this account can run at once (${why}): maxWorkers stays unchanged`);
    return undefined;
  }
}
