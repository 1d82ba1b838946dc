/**
 * Time in which two signals count as one Ctrl-C: the terminal and a parent process may both send
 * it.
 */
const SAME_PRESS_MS = 300;

/** What stops a crawl: Ctrl-C, and the SIGTERM of systemd, a container or `timeout`. */
export const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Calls `stop` at the first signal while `work` runs; the second ends the process at once, which
 * loses nothing either.
 * @param signals which ones; the others end the process as they always do
 * @returns the result of `work`, and whether a signal came
 */
export async function withInterrupt<T>(
  work: () => Promise<T>,
  stop: () => void,
  signals: readonly (typeof STOP_SIGNALS)[number][] = STOP_SIGNALS,
): Promise<{ readonly value: T; readonly interrupted: boolean }> {
  let pressedAt: number | null = null;
  const onSignal = (): void => {
    const now = performance.now();
    if (pressedAt === null) {
      pressedAt = now;
      stop();
    } else if (now - pressedAt > SAME_PRESS_MS) process.exit(130);
  };
  for (const signal of signals) process.on(signal, onSignal);
  try {
    return { value: await work(), interrupted: pressedAt !== null };
  } finally {
    for (const signal of signals) process.off(signal, onSignal);
  }
}
