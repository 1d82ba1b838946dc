import type { AdvancePorts } from '#engine/advance/ports.ts';

/** Thrown where a crash is planted. */
export class PlannedCrash extends Error {}

/**
 * Stops the process, so to speak, right before or right after the n-th durable write of an advance
 * (from 0).
 */
export interface PlannedFault {
  readonly write: number;
  readonly when: 'before' | 'after';
}

/** The same ports, which crash at one durable write. `writes` counts them all. */
export function faultyPorts(ports: AdvancePorts, fault: PlannedFault, seen: { writes: number }): AdvancePorts {
  const durable = async <T>(write: () => Promise<T>): Promise<T> => {
    const here = seen.writes++ === fault.write;
    if (here && fault.when === 'before') throw new PlannedCrash();
    const result = await write();
    if (here) throw new PlannedCrash();
    return result;
  };
  const { archive, catalog, tasks } = ports;
  return {
    ...ports,
    archive: {
      put: (key, parts) => durable(() => archive.put(key, parts)),
      get: (key) => archive.get(key),
      range: (key, offset, length) => archive.range(key, offset, length),
      list: (prefix) => archive.list(prefix),
      delete: (keys) => durable(() => archive.delete(keys)),
    },
    catalog: {
      saveWorkflow: (version) => catalog.saveWorkflow(version),
      workflow: (id, version) => catalog.workflow(id, version),
      createExecution: (execution) => catalog.createExecution(execution),
      execution: (id) => catalog.execution(id),
      executions: (limit, next) => catalog.executions(limit, next),
      deleteExecution: (id) => catalog.deleteExecution(id),
      overdue: (now) => catalog.overdue(now),
      acquireRun: (id, run) => durable(() => catalog.acquireRun(id, run)),
      commit: (id, condition, commit) => durable(() => catalog.commit(id, condition, commit)),
      renewLease: (id, held, lease) => durable(() => catalog.renewLease(id, held, lease)),
      control: (id, allowed, control) => catalog.control(id, allowed, control),
      projected: (id, wave) => durable(() => catalog.projected(id, wave)),
      addEvents: (id, events) => durable(() => catalog.addEvents(id, events)),
      events: (id, limit, after) => catalog.events(id, limit, after),
    },
    tasks: {
      write: (execution, rows) => durable(() => tasks.write(execution, rows)),
      correct: (execution, corrections) => durable(() => tasks.correct(execution, corrections)),
      get: (execution, keys) => tasks.get(execution, keys),
      list: (execution, limit, next) => tasks.list(execution, limit, next),
      clear: (execution) => tasks.clear(execution),
    },
  };
}
