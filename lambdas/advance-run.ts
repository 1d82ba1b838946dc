import type { Archive } from '#core/archive/archive.ts';
import type { Commit } from '#core/execution/catalog.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { AdvancePorts } from '#engine/advance/ports.ts';
import { advance } from '#engine/advance.ts';
import { type MachineStep, type MapForm, machineStep } from './machine-step.ts';
import { METRIC } from './metrics.env.ts';
import type { RunInput } from './run-input.ts';
import type { Telemetry } from './telemetry.ts';

export interface AdvanceRunParts {
  readonly ports: AdvancePorts & { readonly archive: Archive };
  readonly telemetry: Telemetry;
  readonly mapForm: MapForm;
  readonly workerOf: (memoryMb: number) => string;
}

/** Closes the wave that ran and plans the next, for the state machine; tells what the wave brought. */
export async function advanceRun(parts: AdvanceRunParts, { execution, run }: RunInput): Promise<MachineStep> {
  const { ports, telemetry, mapForm, workerOf } = parts;
  const closing = new ClosedWave(ports.catalog);
  const step = await advance({ ...ports, catalog: closing.catalog }, execution, run);
  const answer = await machineStep(step, { archive: ports.archive, execution, run, mapForm, workerOf });
  const closed = closing.figures;
  if (closed !== null) telemetry.count({ [METRIC.waves]: 1, [METRIC.pages]: closed.pages, [METRIC.spend]: closed.usd });
  const end = step.type === 'end' ? { status: step.status, reason: step.reason } : {};
  telemetry.line('advance', { execution, run, next: answer.next, ...closed, ...end });
  return answer;
}

/** Watches the commit: what the row said before and says now. */
class ClosedWave {
  readonly catalog: AdvancePorts['catalog'];
  #before: Execution | null = null;
  #after: Commit | null = null;

  constructor(catalog: AdvancePorts['catalog']) {
    const watched: Pick<AdvancePorts['catalog'], 'takeWheel' | 'commit'> = {
      takeWheel: async (id, run) => {
        const row = await catalog.takeWheel(id, run);
        if (row !== 'superseded') this.#before = row;
        return row;
      },
      commit: async (id, condition, commit) => {
        const answer = await catalog.commit(id, condition, commit);
        if (answer === 'committed') this.#after = commit;
        return answer;
      },
    };
    this.catalog = new Proxy(catalog, {
      get: (target, name) => {
        if (name === 'takeWheel' || name === 'commit') return watched[name];
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  }

  /** Null when this invocation committed nothing. */
  get figures(): { pages: number; usd: number } | null {
    if (this.#before === null || this.#after === null) return null;
    return {
      pages: pagesOf(this.#after) - pagesOf(this.#before),
      usd: Math.max(0, this.#after.costUsd - this.#before.costUsd),
    };
  }
}

const pagesOf = ({ counts }: Pick<Execution, 'counts'>): number => counts.stored + counts.notModified;
