import { invocationUsage } from '#core/cost/lambda.ts';
import { addUsage, NO_USAGE, type Usage } from '#core/cost/usage.ts';
import type { PluginTerms } from '#core/plugin/plugin.ts';

/** Usage of one call of the deployer's function: its request, and its time by its memory. */
export const callUsage = ({ memoryMb }: Pick<PluginTerms, 'memoryMb'>, ms: number): Usage =>
  invocationUsage(memoryMb, ms);

/** Most that plug-ins use for one page: one call each, for its full time limit. */
export const mostPageUsage = (plugins: readonly PluginTerms[]): Usage =>
  plugins.reduce((sum, plugin) => addUsage(sum, callUsage(plugin, plugin.timeoutMs)), NO_USAGE);
