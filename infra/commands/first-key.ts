import { parseArgs } from 'node:util';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { resourceName } from '../config/deployment.ts';
import { type CommandPlace, say } from './command-place.ts';
import { CONFIG_FLAGS, configOf } from './config-flags.ts';
import { firstKey } from './first-key-secret.ts';

const USAGE = `Prints the first API key of a deployment, for the console and for surf login --api URL --key-stdin.
  --replace  puts another one into its secret and prints that; within a minute the old one opens nothing`;

const FLAGS = { ...CONFIG_FLAGS, replace: { type: 'boolean', default: false } } as const;

/** @returns the exit code @throws errors of the SDK; Error for an invalid setting */
export async function printFirstKey(words: readonly string[], place: CommandPlace): Promise<number> {
  const { values } = parseArgs({ args: [...words], options: FLAGS });
  if (values.help) {
    say(`${place.typed('first-key', '[--stage NAME] [--region REGION] [--config FILE] [--replace]')}\n${USAGE}`);
    return 0;
  }
  const config = configOf(values);
  const where = config.region === null ? {} : { region: config.region };
  const clients = { lambda: new LambdaClient(where), secrets: new SecretsManagerClient(where) };
  const prefix = resourceName({ config, target: 'aws' }, '').slice(0, -1);
  say(await firstKey(clients, { prefix, isReplaced: values.replace }));
  return 0;
}
