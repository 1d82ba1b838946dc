import type { Manifest } from '#core/archive/manifest.ts';
import type { Step } from '#core/execution/execution.ts';
import type { BarrenGroup, BarrenGroups } from '#core/frontier/barren-group.ts';
import { deadSeedLine } from '#core/frontier/dead-seeds.ts';
import { extendTrail } from '#core/frontier/trail.ts';
import { LOCAL_USER } from '#core/model/local-user.ts';
import { faultTitle } from '#core/secrets/header-secret-fault.ts';
import type { CrawlState } from '#engine/advance/crawl-state.ts';
import { writeLines } from '#engine/advance/line-files.ts';
import type { WaveChunks } from '#engine/advance/read-chunks.ts';

/** Task rows and corrections of the closed wave, as the manifest names them. */
export type WrittenRows = Pick<Manifest, 'settled' | 'corrections' | 'validators' | 'died'>;

/** Writes the task rows of the closed wave: before the level is merged and the next wave planned, so that they are not in memory beside those. */
export async function writeRows({ settled, validators, name }: CrawlState): Promise<Omit<WrittenRows, 'corrections'>> {
  const rows = await settled.write(name('settled.jsonl'));
  const pages = await validators.write(name('validators.jsonl'));
  return {
    settled: rows && { object: rows.object, rows: rows.count },
    validators: pages && { object: pages.object, rows: pages.count },
    died: settled.died,
  };
}

/** Writes all else that the frontier's head and the manifest name. */
export async function writeParts(state: CrawlState): Promise<Pick<WrittenRows, 'corrections'>> {
  const { archive, head, name } = state;
  head.wave = state.execution.wave + 1;
  head.carry = await writeLines(archive, name('carry.jsonl'), state.carry);
  head.parked = await writeLines(archive, name('parked.jsonl'), state.parked);
  head.cursors = state.cursors.length === 0 ? null : name('cursors.bin');
  if (head.cursors !== null)
    await archive.put(head.cursors, [new Uint8Array(state.cursors.buffer, 0, state.cursors.byteLength)]);
  head.hosts = name('hosts.json');
  await archive.put(head.hosts, [json(state.hosts.table())]);
  if (state.barren !== null) head.barren = await writeBarren(state, state.barren.groups());
  const corrections = await writeLines(archive, name('corrections.jsonl'), state.corrections);
  return { corrections: corrections && { object: corrections.object, rows: corrections.count } };
}

/** @returns key of the object; null: there are no groups */
async function writeBarren({ archive, name }: CrawlState, groups: BarrenGroup[]): Promise<string | null> {
  if (groups.length === 0) return null;
  const object = name('barren.json');
  await archive.put(object, [json({ v: 1, groups } satisfies BarrenGroups)]);
  return object;
}

/** Writes the frontier's head. @returns its key */
export async function writeHead(state: CrawlState): Promise<string> {
  const { archive, head, name } = state;
  head.counts = state.ledger.counts;
  head.levels = state.ledger.levels;
  head.trail = extendTrail(head.trail ?? [], state.execution);
  const object = name('frontier.json');
  await archive.put(object, [json(head)]);
  return object;
}

/** Writes the manifest of the wave that was closed. @returns its key */
export async function writeManifest(
  state: CrawlState,
  made: { chunks: WaveChunks | null; rows: WrittenRows; now: number; step: Step },
): Promise<string> {
  const { archive, execution, name } = state;
  const manifest: Manifest = {
    v: 1,
    execution: execution.id,
    wave: execution.wave,
    closedAt: made.now,
    previous: execution.manifest,
    plan: execution.plan,
    chunks: made.chunks?.chunks ?? [],
    ...made.rows,
    levels: state.merged,
    text: describe(state, made.step),
  };
  const object = name('manifest.json');
  await archive.put(object, [json(manifest)]);
  return object;
}

/** One line of the execution's history. */
function describe(state: CrawlState, step: Step): string {
  return words(state, step).slice(0, 500);
}

function words(state: CrawlState, step: Step): string {
  const wave = `wave ${state.execution.wave}: ${state.settled.count} settled${sitemapWords(state)}${droppedWords(state)}`;
  const closed = state.execution.wave === 0 ? `start${baseWords(state)}` : wave;
  if (step.type === 'crawl')
    return `${closed}; level ${state.head.level}, wave ${step.wave} planned with ${step.units} ${step.units === 1 ? 'unit' : 'units'}`;
  if (step.type === 'wait') return `${closed}; waiting for ${step.cause}`;
  const dead = deadSeedLine(state.head.deadSeeds);
  const { secretFault } = state.head;
  const secret = secretFault === undefined ? '' : `; ${faultTitle(secretFault, state.execution.owner ?? LOCAL_USER)}`;
  return `${closed}; ${step.status}${step.reason === null ? '' : ` (${step.reason})`}${secret}${dead === null ? '' : `; ${dead}`}`;
}

function baseWords({ head }: CrawlState): string {
  if (head.base === undefined) return '';
  const rows = head.base.files.reduce((sum, file) => sum + file.rows, 0);
  return ` with ${rows} pages of ${head.base.execution} to ask about`;
}

function droppedWords({ head: { droppedLinks: dropped } }: CrawlState): string {
  if (dropped === undefined) return '';
  return `, ${dropped.links} links of ${dropped.pages === 1 ? '1 page' : `${dropped.pages} pages`} were not read so far`;
}

/** How many sitemaps were read, and which were not, and why. */
function sitemapWords({ sitemaps }: CrawlState): string {
  if (sitemaps.length === 0) return '';
  const refused = sitemaps.filter(({ outcome }) => outcome.type !== 'stored' && outcome.type !== 'redirected');
  const why = refused.slice(0, 3).map(({ task, outcome }) => {
    const { reason, rule } = outcome as { reason?: string; rule?: string };
    return `${task.url.slice(0, 60)} ${rule ?? reason ?? outcome.type}`.slice(0, 100);
  });
  const not = refused.length === 0 ? '' : `, ${refused.length} not (${why.join('; ')})`;
  return `, ${sitemaps.length - refused.length} sitemaps read${not}`;
}

const json = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));
