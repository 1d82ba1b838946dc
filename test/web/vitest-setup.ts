import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Builds the current sources once, before files that deploy at the same time would each do it.
 */
export function setup(): void {
  const build = fileURLToPath(new URL('../../web/fresh-build.ts', import.meta.url));
  const env = { ...process.env, NODE_ENV: 'production' }; // Vitest's would make React's development build
  execFileSync(process.execPath, [build], { stdio: ['ignore', 'ignore', 'inherit'], env });
}
