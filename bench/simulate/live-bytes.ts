import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes that are reachable. Garbage is up to three times as much, and differs from run to run. */
export function liveBytes(): number {
  collect();
  return usedBytes();
}

/** Bytes in use: garbage is among them. */
export function usedBytes(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
