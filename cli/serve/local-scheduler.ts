import type { Defaults } from '#api/http/api-ports.ts';
import { ownerCaller } from '#api/schedules/owner-caller.ts';
import { startDue } from '#api/schedules/start-due.ts';
import { RepeatedLook } from '#cli/serve/repeated-look.ts';
import type { Embedded } from '#compose/compose-local.ts';
import type { Runner } from '#core/execution/runner.ts';
import type { RoleTable } from '#core/identity/roles/role-limits.ts';

/** How late an execution can start behind its scheduled time. */
const LOOK_MS = 5_000;

export interface LocalSchedulerOptions {
  readonly runner: Runner;
  readonly defaults: Defaults;
  /** Null: nobody signs in, and nothing is limited. */
  readonly roles: RoleTable | null;
  /** Is told of a schedule that could not be dealt with; the next look tries it again. */
  readonly failed: (what: string) => void;
}

/** Starts what the schedules of a data folder say, inside `surf serve`. */
export function localScheduler(surf: Embedded, options: LocalSchedulerOptions): RepeatedLook {
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
    return faults.map(
      ({ workflow, name, why }) => `schedule ${name} of workflow ${workflow} was not looked at: ${why}`,
    );
  };
  return new RepeatedLook({ everyMs: LOOK_MS, look, what: 'the schedules', failed });
}
