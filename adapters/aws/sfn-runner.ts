import { type SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import type { AwsCalls } from '#adapters/aws/calls/aws-calls.ts';
import { type RunInput, runName } from '#adapters/aws/environment/names.env.ts';
import { SurfError } from '#core/error.ts';
import type { Runner } from '#core/execution/runner.ts';
import type { ExecutionId } from '#core/model/ids.ts';

export interface SfnRunnerParts {
  readonly client: SFNClient;
  readonly calls: AwsCalls;
  readonly machineArn: string;
  /**
   * Hands the first run over to the function that begins executions.
   * @default the state machine runs it
   */
  readonly first?: (input: RunInput) => Promise<void>;
}

/**
 * Starts runs of the state machine by name. Step Functions keeps a name for 90 days after its run
 * has ended and starts none a second time: neither with the same input nor with another.
 *
 * The first run of an execution is an event for a function, which costs no transition (ADR 86).
 * Lambda may deliver it twice: the function may begin twice. If Lambda does not take it, the
 * machine has that run.
 */
export class SfnRunner implements Runner {
  readonly #client: SFNClient;
  readonly #calls: AwsCalls;
  readonly #machineArn: string;
  readonly #first: ((input: RunInput) => Promise<void>) | undefined;

  constructor({ client, calls, machineArn, first }: SfnRunnerParts) {
    this.#client = client;
    this.#calls = calls;
    this.#machineArn = machineArn;
    this.#first = first;
  }

  async start(execution: ExecutionId, run: number): Promise<void> {
    const input: RunInput = { execution, run };
    if (run === 1 && (await this.#began(input))) return;
    await this.continueWith(input, input);
  }

  async #began(input: RunInput): Promise<boolean> {
    try {
      await this.#first?.(input);
      return this.#first !== undefined;
    } catch (error) {
      if (error instanceof SurfError && error.retryable) return false;
      throw error;
    }
  }

  /**
   * Starts a run of the machine.
   * @param answer its input: that of a run, or the answer that its first task would have given
   */
  async continueWith(run: RunInput, answer: object): Promise<void> {
    const request = { stateMachineArn: this.#machineArn, name: runName(run), input: JSON.stringify(answer) };
    try {
      await this.#calls.send({
        operation: 'StartExecution',
        target: this.#machineArn,
        attempt: () => this.#client.send(new StartExecutionCommand(request)),
        used: () => ({}), // what a run costs are its transitions (core/cost/transitions.ts)
        failed: () => ({}),
      });
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'ExecutionAlreadyExists') throw error;
    }
  }
}
