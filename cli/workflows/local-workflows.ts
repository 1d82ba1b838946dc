import type { SavedWorkflow, SavedWorkflows } from '#cli/workflows/saved-workflows.ts';
import type { Embedded } from '#compose/compose-local.ts';
import { SurfError } from '#core/error.ts';
import { LOCAL_USER } from '#core/model/local-user.ts';
import type { Workflow } from '#core/workflow/workflow.ts';
import type { WorkflowHead } from '#core/workflow/workflow-store.ts';
import { newWorkflowId } from '#engine/start/start-execution.ts';

const PAGE_ROWS = 1_000;

/** The saved workflows of a data folder, the same that `surf serve` shows. */
export class LocalWorkflows implements SavedWorkflows {
  readonly #surf: () => Embedded;
  readonly #exists: () => boolean;

  /** @param surf opens or creates the folder @param exists true if the folder exists */
  constructor(surf: () => Embedded, exists: () => boolean) {
    this.#surf = surf;
    this.#exists = exists;
  }

  async find(name: string): Promise<SavedWorkflow | null> {
    if (!this.#exists()) return null;
    const { workflows, catalog } = this.#surf();
    for (let next: string | null = ''; next !== null; ) {
      const page = await workflows.list(LOCAL_USER, PAGE_ROWS, next === '' ? undefined : next);
      const head = page.rows.find((row) => row.name === name);
      if (head !== undefined) {
        const { id, version } = head;
        return { id, version, definition: (await catalog.workflow(id, version)).definition };
      }
      next = page.next;
    }
    return null;
  }

  async create(definition: Workflow): Promise<SavedWorkflow> {
    const surf = this.#surf();
    const head = { ...this.#headOf(definition, 1), id: newWorkflowId(surf), createdAt: surf.clock.now() };
    await surf.workflows.create(head, definition);
    return { id: head.id, version: 1, definition };
  }

  async update({ id, version }: SavedWorkflow, definition: Workflow): Promise<SavedWorkflow> {
    const { workflows } = this.#surf();
    const head = await workflows.head(id);
    const saved = { ...this.#headOf(definition, version + 1), id, createdAt: head?.createdAt ?? 0 };
    if (head === null || (await workflows.update(saved, definition)) === 'conflict') {
      throw new SurfError('VERSION_CHANGED', `workflow ${definition.name} (${id}) was changed just now`, {
        remedy: 'run the command again: it shows the difference from the current version',
      });
    }
    return { id, version: saved.version, definition };
  }

  #headOf({ name }: Workflow, version: number): Omit<WorkflowHead, 'id' | 'createdAt'> {
    return { v: 1, owner: LOCAL_USER, name, version, updatedAt: this.#surf().clock.now() };
  }
}
