import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The command of the CDK. */
export const CDK = fileURLToPath(new URL('../../node_modules/.bin/cdk', import.meta.url));

/**
 * Does the work where the CDK is installed (ADR 44), says how to install it where not.
 * @returns the exit code
 */
export async function withTools(work: () => number | Promise<number>): Promise<number> {
  if (existsSync(CDK)) return await work();
  process.stderr.write('error: the CDK is not installed: npm run setup:deploy installs it\n');
  return 1;
}
