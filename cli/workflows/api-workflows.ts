import type { ApiServer } from '#adapters/api/api-server.ts';
import type { WorkflowDefinition } from '#api/client/schema.ts';
import type { SavedWorkflow, SavedWorkflows } from '#cli/workflows/saved-workflows.ts';
import type { WorkflowId } from '#core/model/ids.ts';
import type { Workflow } from '#core/workflow/workflow.ts';

/**
 * The caller's saved workflows on a server. An administrator sees those of others; Surf ignores
 * them here.
 */
export class ApiWorkflows implements SavedWorkflows {
  readonly #server: ApiServer;
  #user: Promise<string> | null = null;

  constructor(server: ApiServer) {
    this.#server = server;
  }

  async find(name: string): Promise<SavedWorkflow | null> {
    const { client } = this.#server;
    const user = await this.#me();
    const heads = this.#server.items((query) =>
      this.#server.answer(client.GET('/v1/workflows', { params: { query } })),
    );
    for await (const { id, owner, name: its } of heads) {
      if (its !== name || owner !== user) continue;
      return savedOf(await this.#server.answer(client.GET('/v1/workflows/{id}', { params: { path: { id } } })));
    }
    return null;
  }

  async create(definition: Workflow): Promise<SavedWorkflow> {
    return savedOf(await this.#server.answer(this.#server.client.POST('/v1/workflows', { body: sent(definition) })));
  }

  async update({ id, version }: SavedWorkflow, definition: Workflow): Promise<SavedWorkflow> {
    const params = { path: { id }, header: { 'if-match': `"${version}"` } };
    return savedOf(
      await this.#server.answer(this.#server.client.PUT('/v1/workflows/{id}', { params, body: sent(definition) })),
    );
  }

  #me(): Promise<string> {
    this.#user ??= this.#server.answer(this.#server.client.GET('/v1/me')).then(({ user }) => user);
    return this.#user;
  }
}

/** It has every field, where the API asks for few. */
const sent = (definition: Workflow): WorkflowDefinition => definition as unknown as WorkflowDefinition;

const savedOf = ({ id, version, definition }: { id: string; version: number; definition: unknown }): SavedWorkflow => ({
  id: id as WorkflowId,
  version,
  definition: definition as Workflow,
});
