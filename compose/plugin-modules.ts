import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type PluginModuleTerms, pluginModule } from '#adapters/threads/plugins/thread-plugin.ts';
import { PLUGIN_THREAD } from '#compose/thread-modules.ts';
import { SurfError } from '#core/error.ts';
import { MOST_PLUGINS, PluginName } from '#core/plugin/plugin-name.ts';

/** A plug-in as its operator names it: its name, and the file of its module. */
export type GivenPlugin = readonly [name: string, file: string | URL];

/**
 * Inspects the modules of plug-ins in order, each in a separate thread.
 * @throws SurfError PLUGIN_INVALID
 */
export async function pluginModules(given: readonly GivenPlugin[]): Promise<PluginModuleTerms[]> {
  const seen = new Set<string>();
  for (const [name] of given) {
    if (!PluginName.safeParse(name).success) {
      throw invalid(`${JSON.stringify(name.slice(0, 50))} is not a name of a plug-in`, NAME_HELP);
    }
    if (seen.has(name)) throw invalid(`two plug-ins have the name ${name}`, 'name each plug-in once');
    seen.add(name);
  }
  if (seen.size > MOST_PLUGINS) throw invalid(`there are ${seen.size} plug-ins`, `give at most ${MOST_PLUGINS}`);
  return await Promise.all(given.map(([name, file]) => pluginModule(PLUGIN_THREAD, name, hrefOf(name, file))));
}

const NAME_HELP = 'a lower-case letter, then up to 30 lower-case letters, digits and -';

/** The `file:` URL of a path or URL. @throws SurfError PLUGIN_INVALID: no file is there */
function hrefOf(name: string, file: string | URL): string {
  const path = file instanceof URL ? fileURLToPath(file) : resolve(file);
  if (existsSync(path)) return pathToFileURL(path).href;
  throw invalid(`the plug-in ${name} cannot be used: there is no file ${path}`, 'give the path of its module');
}

const invalid = (why: string, remedy: string): SurfError => new SurfError('PLUGIN_INVALID', why, { remedy });
