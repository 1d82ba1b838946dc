import { setTimeout } from 'node:timers/promises';
import type { Call } from '#cli/args/command.ts';
import { codeOf } from '#core/error.ts';

const LOOK_MS = 1_000;
/** Longest wait for an index; a deployment gives a build sixteen minutes. */
const MOST_WAIT_MS = 20 * 60_000;

/** Waits while a deployment builds the index, until it answers or gives a reason. */
export async function whenIndexed<T>(call: Pick<Call, 'terminal'>, ask: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  for (let looks = 0; ; looks += 1) {
    try {
      return await ask();
    } catch (error) {
      if (codeOf(error) !== 'INDEX_BUILDING' || performance.now() - begun > MOST_WAIT_MS) throw error;
      if (looks === 0) call.terminal.note(`${(error as Error).message}; surf waits for it`);
      await setTimeout(LOOK_MS);
    }
  }
}
