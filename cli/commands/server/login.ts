import { buffer } from 'node:stream/consumers';
import { ApiServer, type ServerAccess } from '#adapters/api/api-server.ts';
import { signInByBrowser } from '#adapters/identity/browser-sign-in.ts';
import type { Me } from '#api/client/schema.ts';
import type { Call, Run } from '#cli/args/command.ts';
import { serverAddress } from '#cli/args/server-address.ts';
import { ProfileStore, profilePath } from '#cli/profiles/profile-store.ts';
import { quotaLine } from '#cli/profiles/quota-lines.ts';
import { EXIT } from '#cli/terminal/exit-code.ts';
import { canPrompt, promptSecret } from '#cli/terminal/prompt.ts';
import { codeOf, SurfError } from '#core/error.ts';
import { type Profile, ProfileName } from '#core/identity/profile.ts';
import { printable } from '#core/model/printable.ts';

const MOST_KEY_CHARACTERS = 200;

/** `surf login --api URL`: stores credentials only after the server has confirmed the user. */
export const run: Run = async (call) => {
  const store = new ProfileStore(profilePath(process.env));
  const address = await addressOf(call, store);
  const name = nameOf(call, address);
  const credentials = await credentialsOf(call, address);
  const { key, signIn } = credentials;
  const access: ServerAccess = {
    address,
    ...(key !== undefined && { key }),
    ...(signIn !== undefined && { token: async () => signIn.idToken }),
  };
  const { user, role, quotas } = await whoAmI(access);
  await store.save(name, { api: address, ...credentials });
  if (call.json) await call.terminal.json({ api: address, profile: name, user, role, quotas });
  else {
    await call.terminal.line(`${printable(user)} (${role}) at ${address}; kept as profile ${name} in ${store.path}`);
    for (const quota of quotas) await call.terminal.line(`  ${quotaLine(quota)}`);
  }
  return EXIT.succeeded;
};

async function addressOf({ flags }: Call, store: ProfileStore): Promise<string> {
  const profile = flags.value('profile');
  const known = profile === undefined ? null : await store.find(profile);
  const text = flags.value('api') ?? known?.api ?? process.env.SURF_API ?? '';
  if (text !== '') return serverAddress(text);
  throw new SurfError('COMMAND_USAGE', 'surf login needs --api', { remedy: 'surf login --api URL' });
}

/**
 * The given profile name, or one derived from the server's address.
 * @throws SurfError COMMAND_USAGE
 */
function nameOf({ flags }: Call, address: string): string {
  const { host, pathname } = new URL(address);
  const name = flags.value('profile') ?? `${host}${pathname}`.replace(/[^A-Za-z0-9.]+/g, '-').replace(/^-+|-+$/g, '');
  if (ProfileName.safeParse(name).success) return name;
  throw new SurfError('COMMAND_USAGE', `${JSON.stringify(name.slice(0, 100))} is not a name of a profile`, {
    remedy: 'give --profile with letters, digits, dots, dashes or underscores, at most 100',
  });
}

const whoAmI = async (access: ServerAccess): Promise<Me> => {
  const server = new ApiServer(access);
  return await server.answer(server.client.GET('/v1/me'));
};

async function credentialsOf(call: Call, address: string): Promise<Pick<Profile, 'key' | 'signIn'>> {
  const { flags, terminal } = call;
  if (flags.has('key-stdin')) return { key: checkedKey((await buffer(process.stdin)).toString('utf8')) };
  const server = new ApiServer({ address });
  const { issuer, clientId } = await server.answer(server.client.GET('/config.json'));
  if (!flags.has('key') && issuer !== null && clientId !== null) {
    const redirect = flags.value('redirect');
    const show = (at: string): void =>
      terminal.note(`open this address in a browser of this machine to sign in:\n${at}`);
    return {
      signIn: await signInByBrowser({ issuer, clientId }, { show, ...(redirect !== undefined && { redirect }) }),
    };
  }
  if (!flags.has('key') && (await letsEverybodyIn(address))) return {};
  if (canPrompt()) return { key: checkedKey(await promptSecret(`API key for ${address}: `)) };
  throw new SurfError('COMMAND_USAGE', 'there is no terminal to read an API key from', {
    remedy: 'give --key-stdin and the key on stdin, or SURF_KEY to each command',
  });
}

/** True if the server lets everybody in, like `surf serve` without an issuer. */
async function letsEverybodyIn(address: string): Promise<boolean> {
  try {
    await whoAmI({ address });
    return true;
  } catch (error) {
    if (codeOf(error) === 'SIGN_IN_REQUIRED') return false;
    throw error;
  }
}

function checkedKey(text: string): string {
  const key = text.trim();
  if (key.length <= MOST_KEY_CHARACTERS && /^[\x21-\x7e]+$/.test(key)) return key;
  throw new SurfError('COMMAND_USAGE', 'the given text is not an API key', {
    remedy: 'give the key as it was shown when it was made, in one line',
  });
}
