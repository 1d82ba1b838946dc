import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openEmbedded } from '#compose/compose-local.ts';
import type { Frontier } from '#core/frontier/frontier.ts';
import type { ExecutionId } from '#core/model/ids.ts';

/**
 * Keeps what an embedded crawl of the bench site counted of itself, for the simulation to be
 * compared with. Usage: node bench/simulate/take-metered.ts DATA EXECUTION, after
 * `surf run .bench/workflow.json --data DATA` with the site served.
 */
const [data = '', id = ''] = process.argv.slice(2);
const surf = openEmbedded({ data });
const { counts, wave, frontier, costUsd } = await surf.catalog.execution(id as ExecutionId);
const { usage } = JSON.parse(Buffer.from(await surf.archive.get(frontier ?? '')).toString()) as Frontier;
await surf.close();
const kept = { at: new Date().toISOString().slice(0, 10), pages: counts.stored, waves: wave - 1, costUsd, usage };
const file = fileURLToPath(new URL('../results/metered-bench-site.json', import.meta.url));
writeFileSync(file, `${JSON.stringify(kept, null, 1)}\n`);
