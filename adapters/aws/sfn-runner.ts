import { type SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import type { AwsCalls } from '#adapters/aws/calls/aws-calls.ts';
import { type RunInput, runName } from '#adapters/aws/environment/names.env.ts';
import type { Runner } from '#core/execution/runner.ts';
import type { ExecutionId } from '#core/model/ids.ts';

export interface SfnRunnerParts {
  readonly client: SFNClient;
  readonly calls: AwsCalls;
  readonly machineArn: string;
}

/**
 * Starts runs of the state machine by name. Step Functions keeps a name for 90 days after its run
 * has ended and starts none a second time: neither with the same input nor with another.
 */
export class SfnRunner implements Runner {
  readonly #client: SFNClient;
  readonly #calls: AwsCalls;
  readonly #machineArn: string;

  constructor({ client, calls, machineArn }: SfnRunnerParts) {
    this.#client = client;
    this.#calls = calls;
    this.#machineArn = machineArn;
  }

  async start(execution: ExecutionId, run: number): Promise<void> {
    const input: RunInput = { execution, run };
    const request = { stateMachineArn: this.#machineArn, name: runName(input), input: JSON.stringify(input) };
    try {
      await this.#calls.send({
        ...{ operation: 'StartExecution', target: this.#machineArn },
        attempt: () => this.#client.send(new StartExecutionCommand(request)),
        used: () => ({}), // what a run costs are its transitions (core/cost/transitions.ts)
        failed: () => ({}),
      });
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'ExecutionAlreadyExists') throw error;
    }
  }
}
