import type { GivenFlag, GivenFlags } from '#cli/args/flag.ts';
import { SurfError } from '#core/error.ts';
import { valueAt } from '#core/faults/workflow-fault.ts';
import { PluginName } from '#core/plugin/plugin-name.ts';

/** The plug-ins of `--plugin NAME=FILE`, in order. @throws SurfError COMMAND_USAGE */
export const givenPlugins = (flags: GivenFlags): [name: string, file: string][] =>
  flags.values('plugin').map((text) => {
    const equals = text.indexOf('=');
    if (equals > 0 && equals < text.length - 1) return [text.slice(0, equals), text.slice(equals + 1)];
    throw new SurfError('COMMAND_USAGE', `--plugin ${JSON.stringify(text.slice(0, 100))} names no file`, {
      remedy: 'give NAME=FILE, for example --plugin language=./language.ts',
    });
  });

/** Makes a workflow without `plugins` use those that the command was given. */
export function impliedPlugins(flags: GivenFlags, document: unknown): GivenFlag[] {
  if (flags.has('plugins') || valueAt(document, ['plugins']) !== undefined) return [];
  const names = new Set(givenPlugins(flags).map(([name]) => name));
  const usable = [...names].filter((name) => PluginName.safeParse(name).success); // the check of the modules refuses others
  return usable.map((value) => ({ flag: 'plugins', value }));
}
