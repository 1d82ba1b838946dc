import type { ApiServer } from '#adapters/api/api-server.ts';
import type { ListedSchedule, Schedules, StartingSchedule } from '#cli/stores/schedules.ts';
import type { WorkflowId } from '#core/model/ids.ts';
import type { Schedule } from '#core/schedule/schedule.ts';

/** Schedules of the workflows on a server. */
export class ApiSchedules implements Schedules {
  readonly #server: ApiServer;

  constructor(server: ApiServer) {
    this.#server = server;
  }

  async ofWorkflow(workflow: WorkflowId): Promise<readonly ListedSchedule[]> {
    const params = { path: { id: workflow } };
    return (await this.#server.answer(this.#server.client.GET('/v1/workflows/{id}/schedules', { params }))).items;
  }

  async starting(): Promise<readonly StartingSchedule[]> {
    const { client } = this.#server;
    const [{ items }, { user }] = await Promise.all([
      this.#server.answer(client.GET('/v1/schedules')),
      this.#server.answer(client.GET('/v1/me')),
    ]);
    return items.map((one) => ({ ...one, owner: one.owner === user ? null : one.owner }));
  }

  async save(workflow: WorkflowId, name: string, schedule: Schedule): Promise<ListedSchedule> {
    const request = { params: { path: { id: workflow, name } }, body: schedule };
    return await this.#server.answer(this.#server.client.PUT('/v1/workflows/{id}/schedules/{name}', request));
  }

  async remove(workflow: WorkflowId, name: string): Promise<void> {
    const params = { path: { id: workflow, name } };
    await this.#server.answer(this.#server.client.DELETE('/v1/workflows/{id}/schedules/{name}', { params }));
  }
}
