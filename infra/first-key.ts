import { parseArgs } from 'node:util';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { resourceName } from './config/deployment.ts';
import { loadConfig } from './config/load-config.ts';
import { firstKey } from './deploy/first-key-secret.ts';

const USAGE = `npm run --silent first-key -- [--stage NAME] [--region REGION] [--config FILE] [--replace]
Prints the first API key of a deployment, for the console and for surf login --api URL --key-stdin.
  --replace  puts another one into its secret and prints that; within a minute the old one opens nothing
`;

const { values } = parseArgs({
  options: {
    stage: { type: 'string' },
    region: { type: 'string' },
    config: { type: 'string' },
    replace: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) process.stdout.write(USAGE);
else await printKey();

async function printKey(): Promise<void> {
  const { stage, region, config: file, replace } = values;
  const config = loadConfig({ ...(stage && { stage }), ...(region && { region }), ...(file && { config: file }) });
  const where = config.region === null ? {} : { region: config.region };
  const clients = { lambda: new LambdaClient(where), secrets: new SecretsManagerClient(where) };
  const prefix = resourceName({ config, target: 'aws' }, '').slice(0, -1);
  process.stdout.write(`${await firstKey(clients, { prefix, isReplaced: replace })}\n`);
}
