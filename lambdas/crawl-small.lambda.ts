import { lambdaCall } from '#adapters/aws/calls/lambda-call.ts';
import { advanceParts } from './advance-parts.ts';
import { FirstRunInput, firstRun } from './run/first-run.ts';
import type { MachineStep } from './run/machine-step.ts';
import { SMALL_UNIT_MS, smallRun } from './run/small-run.ts';
import { unitCall } from './run/unit-call.ts';
import { SETTINGS } from './settings/settings.env.ts';
import { invocation } from './telemetry/invocation.ts';
import { type LambdaCall, openWiring } from './wiring.ts';

const wiring = openWiring();
const { environment, place, telemetry } = wiring;
/** Time limit of the function MarkDied. */
const MARK_MS = 60_000;
/** Extra time beyond the worker's limit. */
const ANSWER_MS = 10_000;
const timeoutMs = SMALL_UNIT_MS + ANSWER_MS;
const workers = [SETTINGS.workerOfFewHosts, SETTINGS.workerOfManyHosts].map((setting) => environment[setting]);
const calls = new Map(workers.map((name) => [name, lambdaCall({ ...place, name, timeoutMs })]));
const markDied = lambdaCall({ ...place, name: environment[SETTINGS.markDied], timeoutMs: MARK_MS });

/**
 * First run of an execution → its small waves, with the step after them under way. It plans like
 * `advance`, with its rights; workers in separate functions meet the web for it. A machine of an
 * older version gets the step after the small waves.
 */
export const handler = (event: unknown, call: LambdaCall): Promise<MachineStep | null> =>
  invocation(telemetry, event, async () => {
    const parts = { ...advanceParts(wiring, call.awsRequestId), remainingMs: () => call.getRemainingTimeInMillis() };
    const { begins, ...input } = FirstRunInput.parse(event);
    const small = { ...parts, crawl: unitCall(calls), markDied };
    if (begins === undefined) return await smallRun(small, input);
    await firstRun({ ...small, runs: parts.ports.runner }, input);
    return null;
  });
