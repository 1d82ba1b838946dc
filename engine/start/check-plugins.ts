import type { Catalog } from '#core/execution/catalog.ts';
import type { Execution } from '#core/execution/execution.ts';
import { checkPlugins } from '#core/plugin/known-plugins.ts';
import type { PluginTerms } from '#core/plugin/plugin.ts';

/**
 * Are the plug-ins of an execution that continues still there?
 * @param of.plugins of the operator @default none
 * @throws SurfError PLUGIN_UNKNOWN
 */
export async function checkPluginsOf(
  { catalog, plugins = [] }: { readonly catalog: Pick<Catalog, 'workflow'>; readonly plugins?: readonly PluginTerms[] },
  { workflowId, workflowVersion }: Execution,
): Promise<void> {
  const { definition } = await catalog.workflow(workflowId, workflowVersion);
  checkPlugins(definition, plugins);
}
