import type { Call } from '#cli/args/command.ts';
import { LEAST_THRESHOLD, USUAL_THRESHOLD } from '#core/content/near/threshold.ts';
import { SurfError } from '#core/error.ts';

/**
 * `--threshold` of near duplicates, by default 0.9.
 * @throws SurfError COMMAND_USAGE
 */
export function thresholdFlag({ flags }: Call): number {
  const text = flags.value('threshold');
  if (text === undefined) return USUAL_THRESHOLD;
  const threshold = /^[01]?\.\d{1,6}$|^1$/.test(text) ? Number(text) : 0;
  if (threshold >= LEAST_THRESHOLD && threshold <= 1) return threshold;
  throw new SurfError('COMMAND_USAGE', `--threshold ${JSON.stringify(text.slice(0, 100))} is not possible`, {
    remedy: `give a number from ${LEAST_THRESHOLD} to 1; without the flag it is ${USUAL_THRESHOLD}`,
  });
}
