import type { ApiServer } from '#adapters/api/api-server.ts';
import type { Estimate } from '#core/estimate/estimate.ts';
import type { RunSettings } from '#core/execution/execution.ts';
import type { Workflow } from '#core/workflow/workflow.ts';

/** Has a server estimate a workflow. @throws SurfError RIGHT_MISSING */
export async function apiEstimate(
  server: ApiServer,
  { workflow, settings }: { readonly workflow: Workflow; readonly settings: RunSettings },
): Promise<Estimate> {
  const isSet = settings.allowPrivateNetwork || settings.connectTo.length > 0; // otherwise the server's settings apply
  const body = { workflow, ...(isSet && { settings: { ...settings, connectTo: [...settings.connectTo] } }) };
  return await server.answer(server.client.POST('/v1/estimate', { body }));
}
