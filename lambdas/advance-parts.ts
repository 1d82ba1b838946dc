import { decodeBody } from '#adapters/http/coding/content-coding.ts';
import { pricesIn } from '#core/cost/prices.ts';
import { type ExecutionWork, patternsOf, type StoredPart } from '#core/identity/account-store.ts';
import { ownerRights } from '#core/identity/owner-rights.ts';
import { storageLeft } from '#core/identity/quotas/storage-quota.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { type AdvanceRunParts, advanceUsd } from './run/advance-run.ts';
import { SMALL_UNIT_MS } from './run/small-run.ts';
import { SETTINGS } from './settings/settings.env.ts';
import type { Invocation, Wiring } from './wiring.ts';

/** Parts of the planner; they include all ports of an invocation. */
export type PlannerParts = AdvanceRunParts & { readonly ports: Invocation };

/** Builds the parts of the functions that plan waves. @param requestId of the invocation */
export function advanceParts({ environment, telemetry, open }: Wiring, requestId: string): PlannerParts {
  const bounds = environment[SETTINGS.bounds];
  const prices = pricesIn(environment.AWS_REGION, environment[SETTINGS.prices]);
  const opened = open(requestId);
  return {
    telemetry,
    mapForm: environment[SETTINGS.mapForm],
    workerOf: (memoryMb) =>
      environment[memoryMb === bounds?.memory.fewHostsMb ? SETTINGS.workerOfFewHosts : SETTINGS.workerOfManyHosts],
    ports: {
      ...opened,
      decodeBody,
      ...(bounds !== undefined && { bounds }),
      prices,
      plugins: environment[SETTINGS.plugins],
      smallUnitMs: SMALL_UNIT_MS,
      leaseUsd: advanceUsd(environment.AWS_LAMBDA_FUNCTION_MEMORY_SIZE, prices),
      blocklist: () => patternsOf(opened.accounts),
      work: (work: ExecutionWork) => opened.accounts.countWork(work),
      owners: {
        rights: (owner: string) => ownerRights(opened.accounts, owner),
        release: (owner: string, id: ExecutionId) => opened.accounts.releasePlace(owner, id),
        storageLeft: (owner: string) => storageLeft(opened.accounts, environment[SETTINGS.roles], owner),
        keepStored: (part: StoredPart) => opened.accounts.keepStored(part),
        dropStored: (of: Pick<StoredPart, 'user' | 'execution'>) => opened.accounts.dropStored(of),
      },
    },
  };
}
