import type { Fields, Telemetry } from './telemetry.ts';

/** Fields of an event, or of its ticket, that say which work it is. */
const NAMES = ['execution', 'run', 'wave', 'unit'] as const;

/**
 * Does the work of an invocation and writes its metrics. A failure becomes a log line that names
 * the execution: the line that the runtime writes has the request id alone.
 * @throws what the work throws
 */
export async function invocation<T>(telemetry: Telemetry, event: unknown, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    telemetry.problem('invocation failed', namesIn(event), error);
    throw error;
  } finally {
    telemetry.flush();
  }
}

/** Names in an event of Surf; other events have none. */
function namesIn(event: unknown): Fields {
  const { ticket, ...flat } = Object(event);
  const known = { ...flat, ...ticket };
  return Object.fromEntries(
    NAMES.filter((name) => /^(?:string|number)$/.test(typeof known[name])).map((name) => [name, known[name]]),
  );
}
