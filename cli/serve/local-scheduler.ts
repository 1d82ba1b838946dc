import type { Defaults } from '#api/http/api-ports.ts';
import { ownerCaller } from '#api/schedules/owner-caller.ts';
import { startDue } from '#api/schedules/start-due.ts';
import { PeriodicCheck } from '#cli/serve/periodic-check.ts';
import type { Embedded } from '#compose/compose-local.ts';
import type { Runner } from '#core/execution/runner.ts';
import type { RoleTable } from '#core/identity/roles/role-limits.ts';

/** Longest delay between a scheduled time and its start, in ms. */
const LOOK_MS = 5_000;

export interface LocalSchedulerOptions {
  readonly runner: Runner;
  readonly defaults: Defaults;
  /** null without sign-in: then nothing is limited. */
  readonly roles: RoleTable | null;
  /** Called for a schedule that failed; the next round retries it. */
  readonly failed: (what: string) => void;
}

/** Starts the due executions of a data folder, inside `surf serve`. */
export function localScheduler(surf: Embedded, options: LocalSchedulerOptions): PeriodicCheck {
  const { runner, defaults, roles, failed } = options;
  const ports = {
    ...surf,
    readableSecrets: surf.secrets,
    runner,
    defaults,
    callerOf: (owner: string) => ownerCaller(surf.accounts, owner, roles),
  };
  const look = async (): Promise<string[]> => {
    surf.followClock();
    const { faults } = await startDue(ports);
    return faults.map(({ workflow, name, why }) => `schedule ${name} of workflow ${workflow} was not checked: ${why}`);
  };
  return new PeriodicCheck({ everyMs: LOOK_MS, look, what: 'the schedules', failed });
}
