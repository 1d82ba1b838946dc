import type { Call } from '#cli/args/command.ts';
import { count } from '#cli/terminal/format.ts';
import { SurfError } from '#core/error.ts';

export interface NumberRule {
  readonly flag: string;
  /** Value without the flag. */
  readonly usual: number;
  readonly least: number;
  readonly most: number;
}

/** The integer that a flag gives. @throws SurfError COMMAND_USAGE */
export function numberFlag({ flags }: Pick<Call, 'flags'>, { flag, usual, least, most }: NumberRule): number {
  const text = flags.value(flag);
  if (text === undefined) return usual;
  const value = /^\d{1,6}$/.test(text) ? Number(text) : -1;
  if (value >= least && value <= most) return value;
  throw new SurfError('COMMAND_USAGE', `--${flag} ${JSON.stringify(text.slice(0, 100))} is not possible`, {
    remedy: `give a whole number from ${least} to ${count(most)}`,
  });
}
