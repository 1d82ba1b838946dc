import { finishRun } from './finish-run.ts';
import { RunInput } from './run-input.ts';
import { openWiring } from './wiring.ts';

const { telemetry, open } = openWiring();

/** An execution that has ended → its published manifest; what does not belong to it is deleted. */
export const handler = async (event: unknown): Promise<void> => {
  try {
    await finishRun({ ports: open(), telemetry }, RunInput.parse(event));
  } finally {
    telemetry.flush();
  }
};
