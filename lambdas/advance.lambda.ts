import { pricesIn } from '#core/cost/prices.ts';
import { type ExecutionWork, patternsOf } from '#core/identity/account-store.ts';
import { ownerRights } from '#core/identity/owner-rights.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { advanceRun, advanceUsd } from './run/advance-run.ts';
import type { MachineStep } from './run/machine-step.ts';
import { RunInput } from './run/run-input.ts';
import { SETTINGS } from './settings/settings.env.ts';
import { type LambdaCall, openWiring } from './wiring.ts';

const { environment, telemetry, open } = openWiring();
const bounds = environment[SETTINGS.bounds];
const prices = pricesIn(environment.AWS_REGION, environment[SETTINGS.prices]);

/** Run of the state machine → its next step. */
export const handler = async (event: unknown, call: LambdaCall): Promise<MachineStep> => {
  try {
    const opened = open(call.awsRequestId);
    const ports = {
      ...opened,
      ...(bounds !== undefined && { bounds }),
      prices,
      leaseUsd: advanceUsd(environment.AWS_LAMBDA_FUNCTION_MEMORY_SIZE, prices),
      blocklist: () => patternsOf(opened.accounts),
      work: (work: ExecutionWork) => opened.accounts.countWork(work),
      owners: {
        rights: (owner: string) => ownerRights(opened.accounts, owner),
        release: (owner: string, id: ExecutionId) => opened.accounts.releasePlace(owner, id),
      },
    };
    const workerOf = (memoryMb: number): string =>
      environment[memoryMb === bounds?.memory.fewHostsMb ? SETTINGS.workerOfFewHosts : SETTINGS.workerOfManyHosts];
    return await advanceRun(
      { ports, telemetry, mapForm: environment[SETTINGS.mapForm], workerOf },
      RunInput.parse(event),
    );
  } finally {
    telemetry.flush();
  }
};
