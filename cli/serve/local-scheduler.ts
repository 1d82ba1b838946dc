import type { Defaults } from '#api/http/api-ports.ts';
import { ownerCaller } from '#api/schedules/owner-caller.ts';
import { startDue } from '#api/schedules/start-due.ts';
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
export class LocalScheduler {
  readonly #surf: Embedded;
  readonly #options: LocalSchedulerOptions;
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> = Promise.resolve();
  #ended = false;
  /** Said already: a fault that lasts is not said every few seconds. */
  readonly #said = new Set<string>();

  constructor(surf: Embedded, options: LocalSchedulerOptions) {
    this.#surf = surf;
    this.#options = options;
  }

  /** Looks now, and every few seconds until `end`. */
  begin(): void {
    this.#looking = this.#look().finally(() => {
      if (!this.#ended) this.#timer = setTimeout(() => this.begin(), LOOK_MS).unref();
    });
  }

  /** Nothing starts after it. */
  async end(): Promise<void> {
    this.#ended = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#looking;
  }

  async #look(): Promise<void> {
    const { runner, defaults, roles } = this.#options;
    this.#surf.followClock();
    const ports = {
      ...this.#surf,
      ...{ readableSecrets: this.#surf.secrets, runner, defaults },
      callerOf: (owner: string) => ownerCaller(this.#surf.accounts, owner, roles),
    };
    try {
      for (const { workflow, name, why } of (await startDue(ports)).faults)
        this.#say(`schedule ${name} of workflow ${workflow} was not looked at: ${why}`);
    } catch (error) {
      this.#say(`the schedules were not looked at: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  #say(what: string): void {
    if (this.#said.has(what)) return;
    this.#said.add(what);
    this.#options.failed(what);
  }
}
