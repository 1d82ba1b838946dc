import { writeSync } from 'node:fs';

/**
 * Fault injection for the crash tests. `SURF_TEST_STOP=<phase>@<n>` makes the process report `checkpoint <phase>` on stderr when it comes to the
 * n-th such phase (from 1, counted by each thread), and wait there for its SIGKILL. Undefined without the variable: no cost.
 */
export function checkpointFromEnvironment(
  environment: NodeJS.ProcessEnv,
): ((phase: string, detail: string) => Promise<void>) | undefined {
  const wanted = environment.SURF_TEST_STOP;
  if (wanted === undefined) return undefined;
  const [name = '', count = '1'] = wanted.split('@');
  let left = Number(count);
  return async (phase, detail) => {
    if (phase !== name) return;
    left -= 1;
    if (left !== 0) return;
    writeSync(2, `checkpoint ${phase} ${detail}\n`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  };
}
