import type { Manifest } from '#core/archive/manifest.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { Correction, TaskRow } from '#core/execution/task-index.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { AdvancePorts } from '#engine/advance/ports.ts';
import { readJson } from '#engine/frontier/crawl-state.ts';
import { parseLines, streamLines } from '#engine/frontier/lines/line-files.ts';

/** Rows that are read together. */
const PART_ROWS = 500;

type Ports = Pick<AdvancePorts, 'catalog' | 'tasks' | 'archive' | 'clock' | 'checkpoint'>;

/**
 * Writes the projections (task rows, events) of all waves that are closed and not projected yet,
 * from their manifests, in order. Idempotent: after a crash it is done again from the cursor.
 */
export async function project(ports: Ports, id: ExecutionId): Promise<void> {
  let row = await ports.catalog.execution(id);
  for (let next = row.projected; next < row.wave; ) {
    const behind = await manifestsFrom(ports, row, next);
    if (behind.length === 0) return;
    for (const manifest of behind) {
      await projectWave(ports, id, manifest);
      next = manifest.wave + 1;
      await ports.catalog.projected(id, next);
    }
    // Another run may have projected later waves meanwhile: what was written here is older than
    // their corrections, which are written again.
    row = await ports.catalog.execution(id);
  }
}

/** The manifests of the waves from `wave` on, in order. */
async function manifestsFrom(ports: Ports, row: Execution, wave: number): Promise<Manifest[]> {
  const found: Manifest[] = [];
  for (let next = row.manifest; next !== null; ) {
    const manifest: Manifest = await readJson(ports.archive, next, 'chunks');
    if (manifest.wave < wave) break;
    found.push(manifest);
    next = manifest.previous;
  }
  return found.reverse();
}

async function projectWave(ports: Ports, id: ExecutionId, manifest: Manifest): Promise<void> {
  const { wave, settled, corrections } = manifest;
  if (settled !== null) {
    await ports.tasks.write(id, { wave, count: settled.rows, parts: settledRows(ports, settled.object, wave) });
    await ports.checkpoint?.('projection:rows', `${wave}`);
  }
  if (corrections !== null) {
    const lines = parseLines<Correction>(await ports.archive.get(corrections.object), corrections.object);
    await ports.tasks.correct(id, { wave, corrections: lines });
  }
  await ports.catalog.addEvents(id, [
    {
      once: `wave-${wave}`,
      at: manifest.closedAt,
      type: wave === 0 ? 'started' : 'closed',
      text: manifest.text,
    },
  ]);
}

/** The rows of a wave, in the order of their keys: few of 20,000 are in memory at a time. */
async function* settledRows(
  { archive, checkpoint }: Pick<Ports, 'archive' | 'checkpoint'>,
  object: string,
  wave: number,
): AsyncGenerator<TaskRow[]> {
  const rows: TaskRow[] = [];
  for await (const lines of streamLines(archive, object)) {
    rows.push(...lines.map((line) => JSON.parse(line) as TaskRow));
    while (rows.length >= PART_ROWS) {
      yield rows.splice(0, PART_ROWS);
      await checkpoint?.('projection:rows', `${wave}`);
    }
  }
  if (rows.length > 0) yield rows;
}
