import { resolve } from 'node:path';
import type { PluginModuleTerms } from '#adapters/threads/plugins/thread-plugin.ts';
import type { Call } from '#cli/args/command.ts';
import { serverOption } from '#cli/args/server-option.ts';
import type { Backend } from '#cli/backend/backend.ts';
import type { LocalBackend } from '#cli/backend/local-backend.ts';
import { givenPlugins } from '#cli/plugins/plugin-flag.ts';
import type { EmbeddedOptions } from '#compose/compose-local.ts';
import type { GivenPlugin } from '#compose/plugin-modules.ts';
import { SurfError } from '#core/error.ts';
import type { ExecutionId } from '#core/model/ids.ts';

/** Opens the data folder or server of the call, runs `work`, and always closes it. */
export async function withBackend<T>(call: Call, work: (backend: Backend) => Promise<T>): Promise<T> {
  return await closing(await backendOf(call), work);
}

/**
 * Like `withBackend`, for a command whose first argument names an execution.
 * @throws SurfError EXECUTION_NOT_FOUND
 */
export async function withExecution<T>(
  call: Call,
  work: (backend: Backend, id: ExecutionId) => Promise<T>,
): Promise<T> {
  return await withBackend(call, async (backend) =>
    work(backend, await backend.findExecution(call.positionals[0] ?? '')),
  );
}

/**
 * For commands that no server supports.
 * @param what the command, for the message
 * @throws SurfError COMMAND_USAGE when the call names a server
 */
export async function withDataFolder<T>(
  call: Call,
  what: string,
  work: (backend: LocalBackend) => Promise<T>,
): Promise<T> {
  const server = serverOption(call.flags, process.env);
  if (server === null) return await closing(await localBackendOf(call, { role: 'command' }), work);
  throw noFolder(what, server.by);
}

/** Like `withDataFolder`, for `surf serve`: the next server resumes what this one runs. */
export async function withServedFolder<T>(
  call: Call,
  options: Pick<EmbeddedOptions, 'roles'>,
  work: (backend: LocalBackend) => Promise<T>,
): Promise<T> {
  const server = serverOption(call.flags, process.env);
  if (server === null) return await closing(await localBackendOf(call, { role: 'server', ...options }), work);
  throw noFolder('surf serve', server.by);
}

const noFolder = (what: string, by: string): SurfError =>
  new SurfError('COMMAND_USAGE', `${what} works on a data folder of this machine, and ${by} names a server`, {
    remedy: 'leave it out, or give --data DIR, which wins over SURF_API',
  });

/** Loads the code of one backend only. */
async function backendOf(call: Call): Promise<Backend> {
  const server = serverOption(call.flags, process.env);
  if (server === null) return await localBackendOf(call, { role: 'command' });
  if (call.flags.has('plugin')) {
    throw new SurfError('COMMAND_USAGE', `--plugin is a module of this machine, and ${server.by} names a server`, {
      remedy: 'leave it out; the server has its own plug-ins: --plugins NAME uses one',
    });
  }
  const { openServer } = await import('#cli/backend/open-server.ts');
  return await openServer(server);
}

async function localBackendOf(
  { data, spare, flags }: Call,
  options: Pick<EmbeddedOptions, 'role' | 'roles'>,
): Promise<LocalBackend> {
  const { LocalBackend } = await import('#cli/backend/local-backend.ts');
  const plugins = await pluginsOf(givenPlugins(flags));
  const secretsFolder = flags.value('secrets') ?? process.env.SURF_SECRETS;
  const secrets = secretsFolder === undefined || secretsFolder === '' ? {} : { secretsFolder: resolve(secretsFolder) };
  return new LocalBackend(data, { ...options, plugins, ...(spare !== undefined && { spare }), ...secrets });
}

/** Loads plug-ins on demand, because most commands have none. */
async function pluginsOf(given: readonly GivenPlugin[]): Promise<PluginModuleTerms[]> {
  if (given.length === 0) return [];
  const { pluginModules } = await import('#compose/plugin-modules.ts');
  return await pluginModules(given);
}

async function closing<P extends Pick<Backend, 'close'>, T>(backend: P, work: (backend: P) => Promise<T>): Promise<T> {
  try {
    return await work(backend);
  } finally {
    await backend.close();
  }
}
