import { saveSchedule, scheduleView, startingSchedules } from '#api/http/saved-schedules.ts';
import type { ListedSchedule, Schedules, StartingSchedule } from '#cli/stores/schedules.ts';
import type { Embedded } from '#compose/compose-local.ts';
import { SurfError } from '#core/error.ts';
import { LOCAL_CALLER } from '#core/identity/caller.ts';
import type { WorkflowId } from '#core/model/ids.ts';
import type { Schedule } from '#core/schedule/schedule.ts';

/** Schedules of a data folder; `surf serve` starts what they say. */
export class LocalSchedules implements Schedules {
  readonly #surf: () => Embedded;
  readonly #exists: () => boolean;

  /** @param surf opens or creates the folder @param exists true if the folder exists */
  constructor(surf: () => Embedded, exists: () => boolean) {
    this.#surf = surf;
    this.#exists = exists;
  }

  async ofWorkflow(workflow: WorkflowId): Promise<ListedSchedule[]> {
    const { schedules, clock } = this.#surf();
    return (await schedules.ofWorkflow(workflow)).map((row) => scheduleView(row, clock.now()));
  }

  async starting(): Promise<StartingSchedule[]> {
    if (!this.#exists()) return [];
    const surf = this.#surf();
    return (await startingSchedules(surf, await surf.schedules.all())).map((one) => ({ ...one, owner: null }));
  }

  async save(workflow: WorkflowId, name: string, schedule: Schedule): Promise<ListedSchedule> {
    const surf = this.#surf();
    const head = await surf.workflows.head(workflow);
    if (head === null) throw new SurfError('WORKFLOW_NOT_FOUND', `there is no workflow ${workflow}`);
    return scheduleView(await saveSchedule(surf, { head, name, schedule, caller: LOCAL_CALLER }), surf.clock.now());
  }

  async remove(workflow: WorkflowId, name: string): Promise<void> {
    if ((await this.#surf().schedules.delete(workflow, name)) === 'deleted') return;
    throw new SurfError('SCHEDULE_NOT_FOUND', `workflow ${workflow} has no schedule ${name}`, {
      remedy: 'surf schedule WORKFLOW lists its schedules',
    });
  }
}
