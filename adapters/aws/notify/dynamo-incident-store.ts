import { isDeepStrictEqual } from 'node:util';
import { itemOf, rowOf } from '#adapters/aws/dynamo/attributes.ts';
import { type DynamoTable, newRow } from '#adapters/aws/dynamo/dynamo-table.ts';
import { Expression } from '#adapters/aws/dynamo/expression.ts';
import { incidentStateKey } from '#adapters/aws/dynamo/keys.ts';
import { storedRow } from '#core/faults/stored-row.ts';
import { IncidentState, type IncidentStore } from '#core/incident/incident-state.ts';

/** The state of incidents in the table of control data. */
export class DynamoIncidentStore implements IncidentStore {
  readonly #table: DynamoTable;

  constructor(table: DynamoTable) {
    this.#table = table;
  }

  async state(): Promise<IncidentState | null> {
    const item = await this.#table.get(incidentStateKey);
    return item === null ? null : storedRow('a state of the alarms', IncidentState, rowOf(item));
  }

  async saveState(state: IncidentState): Promise<'saved' | 'conflict'> {
    const item = itemOf({ ...state, ...incidentStateKey });
    const expression = new Expression();
    const condition = expression.compare('version', '=', state.version - 1);
    const put = state.version === 1 ? newRow(item) : { item, expression, condition };
    const written = await this.#table.putIf(put);
    if (written.done) return 'saved';
    // When the response to a write is lost, the retry finds the row that the write made.
    return written.found !== null && isDeepStrictEqual(rowOf(written.found), rowOf(item)) ? 'saved' : 'conflict';
  }
}
