import { advanceRun } from './advance-run.ts';
import type { MachineStep } from './machine-step.ts';
import { RunInput } from './run-input.ts';
import { SETTINGS } from './settings.env.ts';
import { openWiring } from './wiring.ts';

const { environment, telemetry, open } = openWiring();
const bounds = environment[SETTINGS.bounds];

/** Run of the state machine → its next step. */
export const handler = async (event: unknown): Promise<MachineStep> => {
  try {
    const ports = { ...open(), ...(bounds !== undefined && { bounds }) };
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
