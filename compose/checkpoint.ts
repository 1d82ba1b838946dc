import { writeSync } from 'node:fs';

type Checkpoint = (phase: string, detail: string) => Promise<void> | void;

/**
 * Fault injection for the crash tests; undefined without their variables: no cost.
 *
 * - `SURF_TEST_STOP=<phase>@<n>`: the process reports `checkpoint <phase>` on stderr when it comes
 *   to the n-th such phase (from 1, counted by each thread), and waits there for its SIGKILL.
 * - `SURF_TEST_KILL_URL=<text>`: the worker thread that is about to fetch an address with this text
 *   exits, as if the page had broken it.
 */
export function checkpointFromEnvironment(environment: NodeJS.ProcessEnv): Checkpoint | undefined {
  const { SURF_TEST_STOP: stop, SURF_TEST_KILL_URL: killer } = environment;
  if (stop === undefined && killer === undefined) return undefined;
  const stopAt = stop === undefined ? undefined : stopper(stop);
  return (phase, detail) => {
    if (killer !== undefined && phase === 'fetch' && detail.includes(killer)) process.exit(1); // in a worker it ends the thread only
    stopAt?.(phase, detail);
  };
}

function stopper(place: string): Checkpoint {
  const [name = '', count = '1'] = place.split('@');
  let left = Number(count);
  return (phase, detail) => {
    if (phase !== name) return;
    left -= 1;
    if (left !== 0) return;
    writeSync(2, `checkpoint ${phase} ${detail}\n`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  };
}
