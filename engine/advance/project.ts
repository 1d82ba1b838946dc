import type { Manifest } from '#core/archive/manifest.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { TaskRow } from '#core/execution/task-index.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { UrlKey } from '#core/url/url-key.ts';
import type { AdvancePorts } from '#engine/advance/ports.ts';
import { type Correction, readJson } from '#engine/frontier/crawl-state.ts';
import { parseLines, streamLines } from '#engine/frontier/lines/line-files.ts';

/** Rows written together. */
const BATCH = 500;

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
  if (manifest.settled !== null) {
    const lines = streamLines(ports.archive, manifest.settled.object);
    for await (const batch of ports.tasks.clustered ? inOrder(lines) : spread(lines)) {
      await ports.tasks.write(
        id,
        batch.map((line) => JSON.parse(line) as TaskRow),
      );
      await ports.checkpoint?.('projection:rows', `${manifest.wave}`);
    }
  }
  if (manifest.corrections !== null) await correct(ports, id, manifest.corrections.object);
  await ports.catalog.addEvents(id, [
    {
      once: `wave-${manifest.wave}`,
      at: manifest.closedAt,
      type: manifest.wave === 0 ? 'started' : 'closed',
      text: manifest.text,
    },
  ]);
}

async function* inOrder(parts: AsyncIterable<readonly string[]>): AsyncGenerator<string[]> {
  const batch: string[] = [];
  for await (const part of parts) {
    batch.push(...part);
    while (batch.length >= BATCH) yield batch.splice(0, BATCH);
  }
  if (batch.length > 0) yield batch;
}

/**
 * Batches of which each has lines from everywhere: rows are sorted by key, and neighbours share one
 * partition of the table, which takes 1,000 writes a second; a wave has 20,000 rows.
 */
async function* spread(parts: AsyncIterable<readonly string[]>): AsyncGenerator<string[]> {
  const lines: string[] = [];
  for await (const part of parts) lines.push(...part);
  const batches = Math.ceil(lines.length / BATCH);
  for (let first = 0; first < batches; first += 1) {
    const batch: string[] = [];
    for (let i = first; i < lines.length; i += batches) batch.push(lines[i] ?? '');
    yield batch;
  }
}

async function correct(ports: Ports, id: ExecutionId, object: string): Promise<void> {
  const corrections = parseLines<Correction>(await ports.archive.get(object), object);
  for (let i = 0; i < corrections.length; i += BATCH) {
    const batch = corrections.slice(i, i + BATCH);
    const rows = await ports.tasks.get(
      id,
      batch.map(({ key }) => key as UrlKey),
    );
    const changed = batch.flatMap(({ of }, place) => {
      const row = rows[place];
      return row ? [{ ...row, outcome: { type: 'duplicate' as const, of: of as UrlKey } }] : [];
    });
    if (changed.length > 0) await ports.tasks.write(id, changed);
  }
}
