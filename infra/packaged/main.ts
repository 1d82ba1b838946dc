#!/usr/bin/env node
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { printAccount } from '../commands/account.ts';
import { type CommandPlace, runCdk, say } from '../commands/command-place.ts';
import { deploy } from '../commands/deploy.ts';
import { destroy } from '../commands/destroy.ts';
import { exitCodeOf } from '../commands/exit-code.ts';
import { firstKey } from '../commands/first-key.ts';

const USAGE = `surf-aws COMMAND [--stage NAME] [--region REGION] [--config FILE] …
  bootstrap  prepares an account and region for the CDK, once; its flags are those of cdk bootstrap
  deploy     deploys the stack; surf deploy does the same
  destroy    deletes it; surf destroy does the same
  first-key  makes the first API key and prints it
  account    prints the quotas of this account as JSON, for surf doctor
surf.config.json in this folder has the settings. surf-aws COMMAND --help has more.`;

const APP = fileURLToPath(new URL('./app.ts', import.meta.url));

/** The place of the commands in the installed package: npm has installed the CDK beside it. */
const PACKAGE: CommandPlace = {
  typed: (command, flags) => `npx surf-aws ${command}${flags === undefined ? '' : ` ${flags}`}`,
  get cdk(): CommandPlace['cdk'] {
    return [process.execPath, createRequire(import.meta.url).resolve('aws-cdk/bin/cdk')];
  },
  // The CDK strips quotes from a value that begins and ends with them: hence the final space.
  app: ['-a', `"${process.execPath}" "${APP}" `],
  withTools: (work) => work(),
};

/** Runs `surf-aws`, the command of the package. */
async function main([command, ...words]: readonly string[]): Promise<number> {
  if (command === 'deploy') return await deploy(words, PACKAGE);
  if (command === 'destroy') return await destroy(words, PACKAGE);
  if (command === 'first-key') return await firstKey(words, PACKAGE);
  if (command === 'account') return await printAccount();
  if (command === 'bootstrap') return runCdk(PACKAGE, ['bootstrap', ...PACKAGE.app, ...words]);
  say(USAGE);
  return command === undefined || command === '--help' ? 0 : 2;
}

process.exitCode = await exitCodeOf(() => main(process.argv.slice(2)));
