import type { Call } from '#cli/args/command.ts';
import { choiceOf } from '#cli/args/flag.ts';

/**
 * Are near copies left out? They are kept without the flag.
 * @throws SurfError COMMAND_USAGE
 */
export const skipsNearFlag = ({ flags }: Call): boolean =>
  choiceOf('near-duplicates', flags.value('near-duplicates') ?? 'keep', ['keep', 'skip']) === 'skip';
