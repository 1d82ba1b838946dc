import { type Item, itemOf, rowOf } from '#adapters/aws/dynamo/attributes.ts';
import { type ConditionalPut, type DynamoTable, newRow } from '#adapters/aws/dynamo/dynamo-table.ts';
import { Expression } from '#adapters/aws/dynamo/expression.ts';
import { listKeys, workflowHeadKey, workflowKey } from '#adapters/aws/dynamo/keys.ts';
import { listPage } from '#adapters/aws/dynamo/list-page.ts';
import { refuseTooLarge } from '#adapters/aws/dynamo/too-large.ts';
import { BY_OWNER, EVERYONE } from '#adapters/aws/environment/names.env.ts';
import { SurfError } from '#core/error.ts';
import type { WorkflowVersion } from '#core/execution/catalog.ts';
import { storedRow } from '#core/faults/stored-row.ts';
import type { WorkflowId } from '#core/model/ids.ts';
import type { Workflow } from '#core/workflow/workflow.ts';
import { WorkflowHead, type WorkflowStore } from '#core/workflow/workflow-store.ts';

/**
 * Name of the call that deleted a head. The row stays, in no list: a call whose answer was lost
 * sees that it was the one.
 */
const DELETED = 'deletedBy';

/**
 * Saved workflows in DynamoDB: a head beside its versions; head and version are written in one
 * transaction.
 */
export class DynamoWorkflowStore implements WorkflowStore {
  readonly #table: DynamoTable;

  constructor(table: DynamoTable) {
    this.#table = table;
  }

  async create(head: WorkflowHead, definition: Workflow): Promise<void> {
    const answer = await this.#save(newRow(headItem(head)), versionPut(head, definition));
    if (answer === 'done') return;
    throw new SurfError('STATE_CONFLICT', `workflow ${head.id} exists already`, {
      remedy: 'create it under a new id',
    });
  }

  async update(head: WorkflowHead, definition: Workflow): Promise<'saved' | 'conflict'> {
    const expression = new Expression();
    const newest = expression.compare('version', '=', head.version - 1);
    const condition = `${newest} AND ${expression.absent(DELETED)}`;
    const changed = { item: headItem(head), expression, condition };
    const answer = await this.#save(changed, versionPut(head, definition));
    return answer === 'done' ? 'saved' : 'conflict';
  }

  async head(id: WorkflowId): Promise<WorkflowHead | null> {
    const item = await this.#table.get(workflowHeadKey(id));
    return item === null ? null : headOf(item);
  }

  async list(
    owner: string | null,
    limit: number,
    next?: string,
  ): Promise<{ rows: WorkflowHead[]; next: string | null }> {
    const page = await listPage(this.#table, { list: 'workflows', owner: owner ?? undefined, limit, next });
    return { rows: page.items.map(headOf).filter((head) => head !== null), next: page.next };
  }

  async delete(id: WorkflowId, version?: number): Promise<'deleted' | 'conflict' | 'missing'> {
    const name = this.#table.calls.name();
    const expression = new Expression();
    const conditions = [expression.exists('version'), expression.absent(DELETED)];
    if (version !== undefined) conditions.push(expression.compare('version', '=', version));
    const lists = [BY_OWNER, EVERYONE].map(({ partitionKey }) => partitionKey.name);
    const written = await this.#table.update(workflowHeadKey(id), {
      expression,
      update: `${expression.set({ [DELETED]: name })} ${expression.remove(...lists)}`,
      condition: conditions.join(' AND '),
    });
    if (written.done || written.found?.[DELETED]?.S === name) return 'deleted';
    return written.found === null || headOf(written.found) === null ? 'missing' : 'conflict';
  }

  #save(...puts: readonly ConditionalPut[]): Promise<'done' | string[]> {
    return this.#table.putTogether(puts).catch(refuseTooLarge);
  }
}

function headItem(head: WorkflowHead): Item {
  const { owner, updatedAt, id } = head;
  return itemOf({ ...head, ...workflowHeadKey(id), ...listKeys('workflows', { owner, at: updatedAt, id }) });
}

/** Null for one that was deleted. */
const headOf = (item: Item): WorkflowHead | null =>
  item[DELETED] === undefined ? storedRow('a workflow', WorkflowHead, rowOf(item)) : null;

function versionPut({ id, version, updatedAt }: WorkflowHead, definition: Workflow): ConditionalPut {
  const row: WorkflowVersion = { v: 1, id, version, createdAt: updatedAt, definition };
  return newRow(itemOf({ ...row, ...workflowKey(id, version) }));
}
