import { SurfError } from '#core/error.ts';
import { nearestName } from '#core/faults/nearest-name.ts';
import type { PluginTerms } from '#core/plugin/plugin.ts';

/** The part of a workflow that names plug-ins. */
export interface PluginUser {
  readonly plugins: readonly string[];
}

/**
 * Are the plug-ins of a workflow those of this deployment, server or command? Asked before an
 * execution is made or continues.
 *
 * @throws SurfError PLUGIN_UNKNOWN
 */
export function checkPlugins({ plugins }: PluginUser, known: readonly Pick<PluginTerms, 'name'>[]): void {
  const names = known.map(({ name }) => name);
  const unknown = plugins.find((name) => !names.includes(name));
  if (unknown === undefined) return;
  const nearest = nearestName(unknown, names);
  const there = names.length === 0 ? 'there are none here' : `there are ${names.join(', ')}`;
  throw new SurfError('PLUGIN_UNKNOWN', `no plug-in is named ${unknown}; ${there}`, {
    remedy:
      nearest === undefined
        ? 'leave plugins out; the operator adds plug-ins, with --plugin NAME=FILE or at the deployment'
        : `did you mean ${nearest}? The operator adds plug-ins`,
  });
}

/**
 * The plug-ins that a workflow uses, in the order of the operator: a later one sees the fields
 * of an earlier one.
 */
export const usedPlugins = <Known extends Pick<PluginTerms, 'name'>>(
  { plugins }: PluginUser,
  known: readonly Known[],
): Known[] => known.filter(({ name }) => plugins.includes(name));
