import { SystemClock, systemRandomId } from '#adapters/embedded/system-clock.ts';
import { DEPLOYMENT_USER } from '#core/identity/caller.ts';
import type { ExecutionId, WorkflowId } from '#core/model/ids.ts';
import { startExecution } from '#engine/start/start-execution.ts';
import type { EmulatedDeployment } from '#test/deploy/deployed/emulated-deployment.ts';

const TWO_DAYS_MS = 172_800_000;

/**
 * Starts a tick of a saved workflow whose row is of the day after tomorrow, as no test waits so
 * long.
 */
export async function startLaterTick(deployment: EmulatedDeployment, workflow: string): Promise<ExecutionId> {
  const { catalog, runner } = deployment.ports();
  const clock = Object.assign(new SystemClock(), { now: () => Date.now() + TWO_DAYS_MS });
  const of = { id: workflow as WorkflowId, version: 1 };
  const { definition } = await catalog.workflow(of.id, of.version);
  const settings = { allowPrivateNetwork: true, connectTo: [] };
  const row = await startExecution(
    { catalog, clock, random: systemRandomId },
    { workflow: definition, settings, of, openedByDeployment: true, owner: DEPLOYMENT_USER },
  );
  await runner.start(row.id, 1);
  return row.id;
}
