import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { resourceName } from './config/deployment.ts';
import { loadConfig } from './config/load-config.ts';
import type { SurfConfig } from './config/surf-config.ts';
import { CDK, withTools } from './deploy/tools.ts';
import { type Clients, deleteKept, type Kept, keptData } from './destroy/kept-data.ts';

const USAGE = `npm run destroy -- [--stage NAME] [--region REGION] [--config FILE] [--yes] [--data]
Says what would stay when the stack is deleted, and what that costs a month.
  --yes   deletes the stack and the first key; tables and bucket stay, and npm run deploy takes them in
  --data  with --yes: and deletes the tables and the bucket then, without a way back
  --app   a synthesized assembly, for cdk destroy
`;
const GIGABYTE = 1024 ** 3;

const { values } = parseArgs({
  options: {
    stage: { type: 'string' },
    region: { type: 'string' },
    config: { type: 'string' },
    app: { type: 'string' },
    yes: { type: 'boolean', default: false },
    data: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const say = (line: string): void => void process.stdout.write(`${line}\n`);

if (values.help) process.stdout.write(USAGE);
else process.exitCode = await (values.yes ? withTools(destroy) : destroy());

async function destroy(): Promise<number> {
  const { stage, region, config: file } = values;
  const given = { ...(stage && { stage }), ...(region && { region }), ...(file && { config: file }) };
  const config = loadConfig(given);
  const clients = clientsOf(config);
  const found = {
    prefix: resourceName({ config, target: 'aws' }, '').slice(0, -1),
    names: config.names,
    region: await clients.s3.config.region(),
  };
  tell(config, await keptData(clients, found));
  if (!values.yes) {
    say('Nothing was deleted. --yes deletes the stack, --yes --data also what would stay.');
    return 0;
  }
  const code = deleteStack(config);
  if (code === 0 && !values.data) say('npm run deploy makes the stack again, with all that stayed.');
  if (code !== 0 || !values.data) return code;
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

/** @returns the exit code of `cdk destroy` */
function deleteStack({ stage }: SurfConfig): number {
  const { config, region, app } = values;
  const context = Object.entries({ stage, config, region }).flatMap(([name, value]) =>
    value === undefined ? [] : ['-c', `${name}=${value}`],
  );
  const args = ['destroy', '--force', ...(app === undefined ? context : ['-a', app])];
  return spawnSync(CDK, args, { stdio: 'inherit' }).status ?? 1;
}
