import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** The command of the CDK; until it is installed, packaging/cdk-command.mjs. */
export const CDK = `${ROOT}node_modules/.bin/cdk`;
/** Its library. `npm ci` leaves out both (ADR 44). */
const LIBRARY = `${ROOT}node_modules/aws-cdk-lib`;

/**
 * Runs work that needs the CDK's library. If it is missing, installs it once, as package-lock.json
 * says.
 * @returns the exit code
 */
export async function withTools(work: () => number | Promise<number>): Promise<number> {
  if (!existsSync(LIBRARY)) {
    process.stderr.write('installs the CDK first (npm run setup:deploy, 230 MB, once) …\n');
    // Standard output belongs to the caller: programs read its answers.
    const { status } = spawnSync('npm', ['run', '--loglevel=error', 'setup:deploy'], {
      cwd: ROOT,
      stdio: ['ignore', 2, 2],
      shell: process.platform === 'win32',
    });
    if (status !== 0) {
      process.stderr.write('error: the CDK is not installed, npm says above why; npm run setup:deploy tries again\n');
      return 1;
    }
  }
  return await work();
}
