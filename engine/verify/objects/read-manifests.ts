import { Manifest } from '#core/archive/manifest.ts';
import type { Audit } from '#engine/verify/audit/audit.ts';

/** A manifest, and the folder that it shares with its frontier. */
export interface LoggedWave {
  readonly key: string;
  readonly manifest: Manifest;
}

/**
 * The log: all manifests from the first to the last. Stops where one cannot be read; what is before
 * that stays unproved.
 */
export async function readManifests(audit: Audit): Promise<LoggedWave[]> {
  const { row, objects, differences } = audit;
  const waves: LoggedWave[] = [];
  let wave = row.wave - 1;
  for (let key = row.manifest; key !== null && wave >= 0; wave--) {
    const manifest: Manifest | null = await objects.json(key, Manifest, 'manifest-missing');
    if (manifest === null) break;
    waves.push({ key, manifest });
    const found = { execution: manifest.execution, wave: manifest.wave };
    if (found.execution !== row.id || found.wave !== wave) {
      differences.add('manifest-chain', key, { expected: { execution: row.id, wave }, found });
      break;
    }
    key = manifest.previous;
  }
  const first = waves.at(-1)?.manifest;
  if (row.wave > 0 && (first?.wave !== 0 || first.previous !== null)) {
    differences.add('manifest-chain', row.manifest ?? 'execution', {
      expected: 'manifests back to wave 0',
      found: first === undefined ? 'none' : `the first is of wave ${first.wave}`,
    });
  }
  return waves.reverse();
}
