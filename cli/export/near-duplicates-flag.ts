import type { Call } from '#cli/args/command.ts';
import { choiceOf } from '#cli/args/flag.ts';

/**
 * True if near copies are left out. Without the flag they are kept.
 * @throws SurfError COMMAND_USAGE
 */
export const skipsNearFlag = ({ flags }: Call): boolean =>
  choiceOf('near-duplicates', flags.value('near-duplicates') ?? 'keep', ['keep', 'skip']) === 'skip';
