import type { Call, Run } from '#cli/args/command.ts';
import { serverAddress } from '#cli/args/server-address.ts';
import { ProfileStore, profilePath } from '#cli/profiles/profile-store.ts';
import { EXIT } from '#cli/terminal/exit-code.ts';
import { SurfError } from '#core/error.ts';

/** `surf logout` */
export const run: Run = async (call) => {
  const store = new ProfileStore(profilePath(process.env));
  const name = await nameOf(call, store);
  if (name === null || !(await store.remove(name))) throw await nothingKept(store);
  if (call.json) await call.terminal.json({ profile: name });
  else await call.terminal.line(`profile ${name} is forgotten`);
  return EXIT.succeeded;
};

async function nameOf({ flags }: Call, store: ProfileStore): Promise<string | null> {
  const profile = flags.value('profile');
  if (profile !== undefined) return profile;
  const api = flags.value('api') ?? process.env.SURF_API ?? '';
  return api === '' ? null : ((await store.ofAddress(serverAddress(api)))?.name ?? null);
}

async function nothingKept(store: ProfileStore): Promise<SurfError> {
  const names = await store.names();
  return new SurfError('COMMAND_USAGE', 'there is no such profile', {
    remedy: names.length === 0 ? 'there are none' : `give --profile with one of ${names.join(', ')}`,
  });
}
