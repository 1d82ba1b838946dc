import type { GivenFlags } from '#cli/args/flag.ts';
import { SurfError } from '#core/error.ts';

/** The server that a call names. */
export interface ServerOption {
  /** Source of the name, for messages. */
  readonly by: '--api' | '--profile' | 'SURF_API';
  /** An address, or a profile's name with `--profile`. */
  readonly value: string;
  /** `SURF_KEY`. It is for an address, never for a profile, which has its own key. */
  readonly key: string | undefined;
}

/**
 * Returns the flag by which other commands reach the same server; null if they need none: a data
 * folder, or `SURF_API`.
 */
export function serverFlag(flags: GivenFlags): string | null {
  for (const name of ['api', 'profile'] as const) {
    const value = flags.value(name);
    if (value !== undefined) return `--${name} ${value}`;
  }
  return null;
}

/**
 * Returns the server that flags or the environment name; flags win, `--data` too. null means the
 * data folder.
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
