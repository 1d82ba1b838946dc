import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { resourceName } from '../config/deployment.ts';
import type { SurfConfig } from '../config/surf-config.ts';
import { type CommandPlace, runCdk, say } from './command-place.ts';
import { CONFIG_FLAGS, configOf, contextFlags, type GivenConfig } from './config-flags.ts';
import { type Clients, deleteKept, type Kept, keptData } from './kept-data.ts';

const usage = (
  typedDeploy: string,
): string => `Says what would stay when the stack is deleted, and what that costs a month.
  --yes   deletes the stack and the first key; tables and bucket stay, and ${typedDeploy} takes them in
  --data  with --yes: also deletes the tables and the bucket, for good
  --app   a synthesized assembly, for cdk destroy`;
const GIGABYTE = 1024 ** 3;

const FLAGS = {
  ...CONFIG_FLAGS,
  app: { type: 'string' },
  yes: { type: 'boolean', default: false },
  data: { type: 'boolean', default: false },
} as const;

/** @returns the exit code @throws errors of the SDK; Error for an invalid setting */
export async function destroy(words: readonly string[], place: CommandPlace): Promise<number> {
  const { values } = parseArgs({ args: [...words], options: FLAGS });
  if (values.help) {
    const flags = '[--stage NAME] [--region REGION] [--config FILE] [--yes] [--data]';
    say(`${place.typed('destroy', flags)}\n${usage(place.typed('deploy'))}`);
    return 0;
  }
  const work = () => destroyStack(values, place);
  return await (values.yes ? place.withTools(work) : work());
}

interface Given extends GivenConfig {
  readonly app?: string | undefined;
  readonly yes: boolean;
  readonly data: boolean;
}

async function destroyStack(given: Given, place: CommandPlace): Promise<number> {
  const config = configOf(given);
  const clients = clientsOf(config);
  const found = {
    prefix: resourceName({ config, target: 'aws' }, '').slice(0, -1),
    names: config.names,
    region: await clients.s3.config.region(),
  };
  tell(config, await keptData(clients, found));
  if (!given.yes) {
    say('Nothing was deleted. --yes deletes the stack, --yes --data also what would stay.');
    return 0;
  }
  const app = given.app === undefined ? [...place.app, ...contextFlags(given)] : ['-a', given.app];
  const code = runCdk(place, ['destroy', '--force', ...app]);
  if (code === 0 && !given.data) say(`${place.typed('deploy')} makes the stack again, with all that stayed.`);
  if (code !== 0 || !given.data) return code;
  for (const kept of await keptData(clients, found)) {
    await deleteKept(clients, kept);
    say(`deleted ${kept.kind} ${kept.name}`);
  }
  return 0;
}

function clientsOf({ region }: SurfConfig): Clients {
  const where = region === null ? {} : { region };
  return { dynamo: new DynamoDBClient(where), s3: new S3Client({ ...where, forcePathStyle: true }) };
}

function tell({ stage }: SurfConfig, kept: readonly Kept[]): void {
  say(`When the stack surf-${stage} is deleted, this stays (storage at list price, us-east-1):`);
  for (const { kind, name, bytes, usdPerMonth } of kept)
    say(
      `  ${kind.padEnd(7)}${name.padEnd(60)}${(bytes / GIGABYTE).toFixed(3)} GB  ${usdPerMonth.toFixed(4)} USD a month`,
    );
  const total = kept.reduce((sum, { usdPerMonth }) => sum + usdPerMonth, 0);
  say(`  in all ${total.toFixed(2)} USD a month`);
}
