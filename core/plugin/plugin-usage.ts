import { invocationUsage } from '#core/cost/lambda.ts';
import { addUsage, NO_USAGE, type Usage } from '#core/cost/usage.ts';
import type { PluginTerms } from '#core/plugin/plugin.ts';

/** What one call uses, as a function of the deployer: its request, and its time by its memory. */
export const callUsage = ({ memoryMb }: Pick<PluginTerms, 'memoryMb'>, ms: number): Usage =>
  invocationUsage(memoryMb, ms);

/** The most that plug-ins use of one page: a call each, as long as it may take. */
export const mostPageUsage = (plugins: readonly PluginTerms[]): Usage =>
  plugins.reduce((sum, plugin) => addUsage(sum, callUsage(plugin, plugin.timeoutMs)), NO_USAGE);
