import type { ApiServer } from '#adapters/api/api-server.ts';
import type { WorkflowDefinition } from '#api/client/schema.ts';
import { codeOf } from '#core/error.ts';
import type { WorkflowId } from '#core/model/ids.ts';
import { workflowDifference } from '#core/workflow/fields/workflow-difference.ts';
import type { Workflow } from '#core/workflow/workflow.ts';

/** A saved workflow at its newest version. */
export interface StoredWorkflow {
  readonly id: WorkflowId;
  readonly version: number;
  readonly definition: Workflow;
}

/** Tries of two programs that save a workflow of one name at once: the second one reads again. */
const MOST_TRIES = 3;

/**
 * The caller's saved workflows on a server. An administrator sees those of others; Surf ignores
 * them here.
 */
export class ApiWorkflows {
  readonly #server: ApiServer;
  #user: Promise<string> | null = null;

  constructor(server: ApiServer) {
    this.#server = server;
  }

  async find(name: string): Promise<StoredWorkflow | null> {
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

  async create(definition: Workflow): Promise<StoredWorkflow> {
    return savedOf(await this.#server.answer(this.#server.client.POST('/v1/workflows', { body: sent(definition) })));
  }

  async update({ id, version }: StoredWorkflow, definition: Workflow): Promise<StoredWorkflow> {
    const params = { path: { id }, header: { 'if-match': `"${version}"` } };
    return savedOf(
      await this.#server.answer(this.#server.client.PUT('/v1/workflows/{id}', { params, body: sent(definition) })),
    );
  }

  /**
   * Saves a workflow under its name: a new one, or a new version if it differs.
   * @throws SurfError VERSION_CHANGED when others keep changing it
   */
  async save(definition: Workflow): Promise<StoredWorkflow> {
    for (let tries = 1; ; tries++) {
      const known = await this.find(definition.name);
      if (known === null) return await this.create(definition);
      if (workflowDifference(known.definition, definition).length === 0) return known;
      try {
        return await this.update(known, definition);
      } catch (error) {
        if (codeOf(error) !== 'VERSION_CHANGED' || tries === MOST_TRIES) throw error;
      }
    }
  }

  #me(): Promise<string> {
    this.#user ??= this.#server.answer(this.#server.client.GET('/v1/me')).then(({ user }) => user);
    return this.#user;
  }
}

/** The definition has every field, where the API asks for few. */
const sent = (definition: Workflow): WorkflowDefinition => definition as unknown as WorkflowDefinition;

const savedOf = ({
  id,
  version,
  definition,
}: {
  id: string;
  version: number;
  definition: unknown;
}): StoredWorkflow => ({
  id: id as WorkflowId,
  version,
  definition: definition as Workflow,
});
