#!/usr/bin/env node
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * `npm ci` leaves the CDK out (ADR 44). After it this file links itself as the command `cdk`. The
 * first `npx cdk` installs what package-lock.json says, which replaces the link, and starts it.
 * Plain JavaScript for the Node of the machine.
 */
const ROOT = fileURLToPath(new URL('../', import.meta.url));
const ITSELF = fileURLToPath(import.meta.url);
const COMMAND = `${ROOT}node_modules/aws-cdk/bin/cdk`;
const IS_WINDOWS = process.platform === 'win32';
const LINK = `${ROOT}node_modules/.bin/cdk${IS_WINDOWS ? '.cmd' : ''}`;

const isPostinstall = process.env.npm_lifecycle_event === 'postinstall';
if (!isPostinstall) process.exitCode = run(process.argv.slice(2));
else if (!existsSync(COMMAND)) link();

function link() {
  rmSync(LINK, { force: true });
  if (IS_WINDOWS) writeFileSync(LINK, `@node "${ITSELF}" %*\r\n`);
  else symlinkSync('../../packaging/cdk-command.mjs', LINK);
}

function run(words) {
  if (!existsSync(COMMAND)) {
    process.stderr.write('installs the CDK first (npm run setup:deploy, 230 MB, once) …\n');
    rmSync(LINK, { force: true });
    // Standard output is the command's: programs read its answers.
    const installed = spawnSync('npm', ['run', '--loglevel=error', 'setup:deploy'], {
      cwd: ROOT,
      stdio: ['ignore', 2, 2],
      shell: IS_WINDOWS,
    });
    if (installed.status !== 0) {
      link();
      process.stderr.write('error: the CDK is not installed, npm says above why; npm run setup:deploy tries again\n');
      return 1;
    }
  }
  const { status } = spawnSync(process.execPath, [COMMAND, ...words], { stdio: 'inherit' });
  return status ?? 1;
}
