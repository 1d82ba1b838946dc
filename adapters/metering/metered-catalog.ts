import { itemBytes, queryUnits, readUnits, writeUnits } from '#core/cost/dynamo-units.ts';
import type { Meter } from '#core/cost/meter.ts';
import type { Catalog } from '#core/execution/catalog.ts';

/**
 * An execution is in two sparse indexes (owner, running); a write that moves it there costs one
 * more unit each.
 */
const OWNER_INDEX_UNITS = 1;
const RUNNING_INDEX_UNITS = 1;

/** An event is put in a transaction with its `once` mark: two items, each at twice its units. */
const EVENT_UNITS = 4;

/** Units of an update without the row in its answer: an execution row has 2 to 3 KB. */
const ROW_UNITS = 3;

/** Partitions of the index of running executions, each asked by one query. */
const RUNNING_PARTITIONS = 8;

/**
 * Counts what each call costs on DynamoDB. Updates cost the whole item, for any change;
 * refused ones the same. Lists and `overdue` are one query a partition.
 */
export function meteredCatalog(catalog: Catalog, meter: Meter): Catalog {
  return {
    saveWorkflow(version) {
      meter.add({ writeUnits: writeUnits(itemBytes(version)) + OWNER_INDEX_UNITS });
      return catalog.saveWorkflow(version);
    },
    async workflow(id, version) {
      const found = await catalog.workflow(id, version);
      meter.add({ readUnits: readUnits(itemBytes(found)) });
      return found;
    },
    createExecution(execution) {
      meter.add({ writeUnits: writeUnits(itemBytes(execution)) + OWNER_INDEX_UNITS + RUNNING_INDEX_UNITS });
      return catalog.createExecution(execution);
    },
    async execution(id) {
      const row = await catalog.execution(id);
      meter.add({ readUnits: readUnits(itemBytes(row)) });
      return row;
    },
    async executions(limit, next, owner) {
      const page = await catalog.executions(limit, next, owner);
      meter.add({ readUnits: queryUnits(page.rows) });
      return page;
    },
    ...meteredDeletion(catalog, meter),
    ...meteredRun(catalog, meter),
    async overdue(now) {
      const rows = await catalog.overdue(now);
      meter.add({ readUnits: RUNNING_PARTITIONS - 1 + queryUnits(rows) });
      return rows;
    },
    async control(id, allowed, control) {
      const answer = await catalog.control(id, allowed, control);
      meter.add({ writeUnits: writeUnits(itemBytes(answer.row)) + (answer.done ? RUNNING_INDEX_UNITS : 0) });
      return answer;
    },
    projected(id, wave) {
      meter.add({ writeUnits: ROW_UNITS });
      return catalog.projected(id, wave);
    },
    addEvents(id, events) {
      meter.add({ readUnits: 1, writeUnits: events.length * EVENT_UNITS });
      return catalog.addEvents(id, events);
    },
    async events(id, limit, after) {
      const events = await catalog.events(id, limit, after);
      meter.add({ readUnits: queryUnits(events) });
      return events;
    },
  };
}

/** Meters the deletion of the row; events are a few more, read as keys and deleted one by one. */
const meteredDeletion = (catalog: Catalog, meter: Meter): Pick<Catalog, 'deleteExecution'> => ({
  deleteExecution(id) {
    meter.add({ readUnits: 1, writeUnits: ROW_UNITS + OWNER_INDEX_UNITS + RUNNING_INDEX_UNITS });
    return catalog.deleteExecution(id);
  },
});

/** Meters the calls by which `advance` writes to the row. */
const meteredRun = (catalog: Catalog, meter: Meter): Pick<Catalog, 'acquireRun' | 'renewLease' | 'commit'> => ({
  async acquireRun(id, run) {
    const row = await catalog.acquireRun(id, run);
    meter.add({ writeUnits: row === 'superseded' ? ROW_UNITS : writeUnits(itemBytes(row)) });
    return row;
  },
  commit(id, condition, commit) {
    meter.add({ writeUnits: ROW_UNITS + RUNNING_INDEX_UNITS });
    return catalog.commit(id, condition, commit);
  },
  renewLease(id, held, lease) {
    meter.add({ writeUnits: ROW_UNITS + RUNNING_INDEX_UNITS });
    return catalog.renewLease(id, held, lease);
  },
});
