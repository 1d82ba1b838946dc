import type { GivenFlags } from '#cli/args/flag.ts';
import { SurfError } from '#core/error.ts';

/** The server that a call names. */
export interface ServerOption {
  /** Where the user named it, for messages. */
  readonly by: '--api' | '--profile' | 'SURF_API';
  /** An address, or with `--profile` the name of one. */
  readonly value: string;
  /** `SURF_KEY`; it goes with an address, never with a profile, which has its own. */
  readonly key: string | undefined;
}

/**
 * Flags win over the environment, `--data` too. Null: none, the data folder is meant.
 * @throws SurfError COMMAND_USAGE for two places at once
 */
export function serverOption(flags: GivenFlags, environment: NodeJS.ProcessEnv): ServerOption | null {
  const given = (['api', 'profile', 'data'] as const).filter((name) => flags.has(name));
  if (given.length > 1) {
    throw new SurfError('COMMAND_USAGE', `--${given[0]} and --${given[1]} name two places`, {
      remedy: 'give one of --data, --api and --profile',
    });
  }
  const key = environment.SURF_KEY || undefined;
  const api = flags.value('api');
  if (api !== undefined) return { by: '--api', value: api, key };
  const profile = flags.value('profile');
  if (profile !== undefined) return { by: '--profile', value: profile, key: undefined };
  const { SURF_API: address = '' } = environment;
  return address === '' || flags.has('data') ? null : { by: 'SURF_API', value: address, key };
}
