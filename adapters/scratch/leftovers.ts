import { rmSync } from 'node:fs';

/** Exit code of a process that the signal ends, as shells have it. */
const EXIT_OF = { SIGINT: 130, SIGTERM: 143 } as const;
type EndSignal = keyof typeof EXIT_OF;
const SIGNALS = Object.keys(EXIT_OF) as EndSignal[];
/** Files and folders that are of no use when the process ends here. */
const paths = new Set<string>();

/**
 * Makes a file or folder that is of no use before `work` has ended: Ctrl-C and SIGTERM end the
 * process, which removes it. Without this each export that somebody breaks off would leave what it
 * has, as large as the crawl. In a worker thread no signal arrives.
 */
export async function withLeftover<T>(path: string, work: () => Promise<T>): Promise<T> {
  if (paths.size === 0) {
    for (const signal of SIGNALS) process.on(signal, end);
    process.on('exit', removeAll);
  }
  paths.add(path);
  try {
    return await work();
  } finally {
    paths.delete(path);
    if (paths.size === 0) {
      for (const signal of SIGNALS) process.off(signal, end);
      process.off('exit', removeAll);
    }
  }
}

/** Does this process make the file or folder now? */
export const isLeftover = (path: string): boolean => paths.has(path);

function end(signal: EndSignal): void {
  if (process.listenerCount(signal) > 1) return; // a command that repeats its crawl decides itself
  process.stderr.write('stopped before the end: nothing unfinished is left\n');
  process.exit(EXIT_OF[signal]);
}

function removeAll(): void {
  for (const path of paths) {
    try {
      rmSync(path, { recursive: true, force: true });
    } catch {
      // a thread still writes there; the others go all the same
    }
  }
}
