import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** What is reachable: garbage is up to three times as much, and differs from run to run. */
export function liveBytes(): number {
  collect();
  return usedBytes();
}

/** The same with garbage. */
export function usedBytes(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
