import type { Clock } from '#core/model/clock.ts';
import { Aborted, StateError } from '#test/asl/asl-errors.ts';

/** The quota of Step Functions: events of one history; the run fails there. */
export const MOST_EVENTS = 25_000;

export type RunStatus = 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'ABORTED';

/** One execution of the machine, or one child of a Distributed Map. */
export class AslRun {
  readonly name: string;
  readonly input: unknown;
  /** States that were entered, in order; those of inline iterations too. */
  readonly entered: string[] = [];
  readonly children: AslRun[] = [];
  status: RunStatus = 'RUNNING';
  output: unknown;
  error: StateError | null = null;
  events = 1; // ExecutionStarted
  /**
   * Transitions that are billed: one a state entered, retries too, one for the start of a child.
   */
  transitions = 0;
  largestPayload = 0;
  readonly #stop = new AbortController();

  constructor(name: string, input: unknown) {
    this.name = name;
    this.input = input;
  }

  /** Enters a state. @throws Aborted @throws StateError when the history is full */
  enter(state: string): void {
    this.check();
    this.entered.push(state);
    this.transitions += 1;
    this.record(1);
  }

  record(events: number): void {
    this.events += events;
    if (this.events > MOST_EVENTS) throw new StateError('States.Runtime', `${this.events} events`);
  }

  readonly sawPayload = (bytes: number): void => {
    this.largestPayload = Math.max(this.largestPayload, bytes);
  };

  check(): void {
    if (this.#stop.signal.aborted) throw new Aborted();
  }

  /** Sleeps; a stop ends it at once. */
  async sleep(clock: Clock, ms: number): Promise<void> {
    await clock.sleep(ms, this.#stop.signal);
    this.check();
  }

  /** Ends the run now; its Lambdas continue. Standard children are cancelled, too. */
  abort(): void {
    if (this.status === 'RUNNING') this.status = 'ABORTED';
    this.#stop.abort();
    for (const child of this.children) child.abort();
  }

  /** Rejects when the run is stopped. */
  get stopped(): Promise<never> {
    return new Promise((_, reject) => {
      const stop = (): void => reject(new Aborted());
      if (this.#stop.signal.aborted) stop();
      else this.#stop.signal.addEventListener('abort', stop, { once: true });
    });
  }
}
