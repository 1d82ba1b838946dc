import { SurfError } from '#core/error.ts';
import { printable } from '#core/model/printable.ts';

/** The name that Surf gives a subscription or schedule without `--name`. */
export const USUAL_NAME = 'default';

/**
 * The subscription or schedule that a command means: `--name`, or else `default`, or else the only
 * one that exists.
 * @throws SurfError COMMAND_USAGE where several exist and none is `default`
 */
export function chosenName(
  kind: 'subscription' | 'schedule',
  given: string | undefined,
  names: readonly string[],
): string {
  if (given !== undefined) return given;
  const [first = USUAL_NAME] = names;
  if (names.length < 2) return first;
  if (names.includes(USUAL_NAME)) return USUAL_NAME;
  throw new SurfError('COMMAND_USAGE', `there are ${names.length} ${kind}s: ${names.map(printable).join(', ')}`, {
    remedy: 'add --name NAME to say which one',
  });
}
