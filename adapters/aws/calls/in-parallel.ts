/**
 * Runs every one, at most `lanes` at a time; throws the first failure once those that had begun
 * have ended.
 */
export async function inParallel<T>(all: readonly T[], lanes: number, act: (one: T) => Promise<void>): Promise<void> {
  const queue = all.values();
  const running = Array.from({ length: Math.min(lanes, all.length) }, async () => {
    for (const one of queue) await act(one);
  });
  for (const lane of await Promise.allSettled(running)) if (lane.status === 'rejected') throw lane.reason;
}
