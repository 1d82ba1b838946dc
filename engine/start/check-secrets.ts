import type { Catalog } from '#core/execution/catalog.ts';
import type { Execution } from '#core/execution/execution.ts';
import { LOCAL_USER } from '#core/model/local-user.ts';
import { faultError } from '#core/secrets/header-secret-fault.ts';
import { headerSecrets, secretCount } from '#core/secrets/header-secrets.ts';
import type { Secrets } from '#core/secrets/secrets.ts';
import type { Workflow } from '#core/workflow/workflow.ts';

/**
 * Can every secret of a workflow be used? Asked before an execution is made or continues,
 * where the caller waits for the answer; `advance` asks again before each wave.
 *
 * @throws SurfError SECRET_MISSING, SECRET_UNUSABLE, SECRET_LITERAL
 */
export async function checkSecrets(secrets: Secrets, owner: string, workflow: Workflow): Promise<void> {
  if (secretCount(workflow) === 0) return;
  const found = await headerSecrets(secrets, owner, workflow);
  if (!found.ok) throw faultError(found.fault, owner);
}

/** Checks the workflow that an execution runs. */
export async function checkSecretsOf(
  { catalog, secrets }: { readonly catalog: Pick<Catalog, 'workflow'>; readonly secrets: Secrets },
  { workflowId, workflowVersion, owner = LOCAL_USER }: Execution,
): Promise<void> {
  const { definition } = await catalog.workflow(workflowId, workflowVersion);
  await checkSecrets(secrets, owner, definition);
}
