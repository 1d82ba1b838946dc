import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { resourceName } from '../config/deployment.ts';
import { type CommandPlace, say } from './command-place.ts';
import { CONFIG_FLAGS, configOf } from './config-flags.ts';
import { makeFirstKey, removeFirstKey } from './first-key-row.ts';

const USAGE = `Makes the first API key of a deployment, for the console and for surf login --api URL --key-stdin, and prints it.
Surf keeps its SHA-256 only: a key that is lost is replaced.
  --replace  makes another one; within seconds the old one stops working
  --remove   takes it back and makes none, for a deployment whose users sign in or have their own keys`;

const FLAGS = {
  ...CONFIG_FLAGS,
  replace: { type: 'boolean', default: false },
  remove: { type: 'boolean', default: false },
} as const;

/** @returns the exit code @throws errors of the SDK; Error for an invalid setting */
export async function firstKey(words: readonly string[], place: CommandPlace): Promise<number> {
  const { values } = parseArgs({ args: [...words], options: FLAGS });
  if (values.help) {
    say(
      `${place.typed('first-key', '[--stage NAME] [--region REGION] [--config FILE] [--replace | --remove]')}\n${USAGE}`,
    );
    return 0;
  }
  const config = configOf(values);
  const where = config.region === null ? {} : { region: config.region };
  const clients = { lambda: new LambdaClient(where), dynamo: new DynamoDBClient(where) };
  const prefix = resourceName({ config, target: 'aws' }, '').slice(0, -1);
  if (values.remove) {
    await removeFirstKey(clients, prefix);
    return 0;
  }
  const made = await makeFirstKey(clients, { prefix, isReplaced: values.replace });
  if ('key' in made) {
    say(made.key);
    return 0;
  }
  // A program reads the key from the standard output.
  process.stderr.write(
    `${prefix} has had a first key since ${made.since.toISOString()}, and Surf keeps its SHA-256 only.\n` +
      `${place.typed('first-key', '--replace')} makes another one; within seconds the old one stops working.\n`,
  );
  return 1;
}
