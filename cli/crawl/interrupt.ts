/**
 * Time in which two signals count as one Ctrl-C: the terminal and a parent process may both send
 * it.
 */
const SAME_PRESS_MS = 300;

/**
 * Calls `stop` at the first Ctrl-C while `work` runs; the second ends the process at once, which
 * loses nothing either.
 * @returns the result of `work`, and whether Ctrl-C was pressed
 */
export async function withInterrupt<T>(
  work: () => Promise<T>,
  stop: () => void,
): Promise<{ readonly value: T; readonly interrupted: boolean }> {
  let pressedAt: number | null = null;
  const onSignal = (): void => {
    const now = performance.now();
    if (pressedAt === null) {
      pressedAt = now;
      stop();
    } else if (now - pressedAt > SAME_PRESS_MS) process.exit(130);
  };
  process.on('SIGINT', onSignal);
  try {
    return { value: await work(), interrupted: pressedAt !== null };
  } finally {
    process.off('SIGINT', onSignal);
  }
}
