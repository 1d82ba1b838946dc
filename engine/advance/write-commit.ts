import type { Manifest } from '#core/archive/manifest.ts';
import type { Step } from '#core/execution/execution.ts';
import type { BarrenGroup, BarrenGroups } from '#core/frontier/barren/barren-group.ts';
import { deadSeedLine } from '#core/frontier/dead-seeds.ts';
import { extendTrail } from '#core/frontier/segments/manifest-skip-list.ts';
import { NO_WAY } from '#core/frontier/wave/end-reason.ts';
import { LOCAL_USER } from '#core/model/local-user.ts';
import { faultTitle } from '#core/secrets/header-secret-fault.ts';
import type { WaveChunks } from '#engine/advance/closing/read-chunks.ts';
import type { Attempt, CrawlState } from '#engine/frontier/crawl-state.ts';
import { writeLines } from '#engine/frontier/lines/line-files.ts';
import type { StateChange } from '#engine/frontier/next-state.ts';

/** The parts of the frontier as objects, and the corrections, as the manifest names them. */
export interface WrittenParts {
  readonly corrections: Manifest['corrections'];
  readonly change: StateChange;
}

/** Writes what the frontier's head and the manifest name. */
export async function writeParts(state: CrawlState): Promise<WrittenParts> {
  const { archive, name, execution } = state;
  const cursors = state.cursors.length === 0 ? null : name('cursors.bin');
  const hosts = name('hosts.json');
  const [carry, parked, corrections, barren] = await Promise.all([
    writeLines(archive, name('carry.jsonl'), state.carry),
    writeLines(archive, name('parked.jsonl'), state.parked),
    writeLines(archive, name('corrections.jsonl'), state.corrections),
    state.barren === null ? undefined : writeBarren(state, state.barren.groups()),
    archive.put(hosts, [json(state.hosts.table())]),
    cursors && archive.put(cursors, [new Uint8Array(state.cursors.buffer, 0, state.cursors.byteLength)]),
  ]);
  return {
    corrections: corrections && { object: corrections.object, rows: corrections.count },
    change: {
      head: { wave: execution.wave + 1, carry, parked, cursors, hosts, ...(barren !== undefined && { barren }) },
    },
  };
}

/** @returns key of the object; null: there are no groups */
async function writeBarren({ archive, name }: Attempt, groups: BarrenGroup[]): Promise<string | null> {
  if (groups.length === 0) return null;
  const object = name('barren.json');
  await archive.put(object, [json({ v: 1, groups } satisfies BarrenGroups)]);
  return object;
}

/** Writes the frontier's head. @returns its key */
export async function writeHead({ archive, head, name, execution }: CrawlState): Promise<string> {
  const object = name('frontier.json');
  await archive.put(object, [json({ ...head, trail: extendTrail([...(head.trail ?? [])], execution) })]);
  return object;
}

/** Writes the manifest of the wave that was closed. @returns its key */
export async function writeManifest(
  state: CrawlState,
  made: { chunks: WaveChunks | null; corrections: Manifest['corrections']; now: number; step: Step },
): Promise<string> {
  const { archive, execution, name, rows } = state;
  const manifest: Manifest = {
    v: 1,
    execution: execution.id,
    wave: execution.wave,
    closedAt: made.now,
    previous: execution.manifest,
    plan: execution.plan,
    chunks: made.chunks?.chunks ?? [],
    ...rows.refs,
    corrections: made.corrections,
    levels: [...state.merged],
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
  const wave = `wave ${state.execution.wave}: ${state.rows.count} settled${sitemapWords(state)}${droppedWords(state)}`;
  const closed = state.execution.wave === 0 ? `start${baseWords(state)}` : wave;
  if (step.type === 'crawl')
    return `${closed}; level ${state.head.level}, wave ${step.wave} planned with ${step.units} ${step.units === 1 ? 'unit' : 'units'}`;
  if (step.type === 'wait') return `${closed}; waiting for ${step.cause}`;
  const dead = deadSeedLine(state.head.deadSeeds);
  const { secretFault } = state.head;
  const { wayFault } = state.head;
  const way = wayFault !== undefined && step.reason === NO_WAY[wayFault.way] ? `; ${wayFault.detail}` : '';
  const secret = secretFault === undefined ? '' : `; ${faultTitle(secretFault, state.execution.owner ?? LOCAL_USER)}`;
  return `${closed}; ${step.status}${step.reason === null ? '' : ` (${step.reason})`}${secret}${way}${dead === null ? '' : `; ${dead}`}`;
}

function baseWords({ head }: CrawlState): string {
  if (head.base === undefined) return '';
  if (head.collection !== undefined) {
    const { due, pages, pending = 0 } = head.collection;
    const left = pending === 0 ? '' : `, and ${pending} that it left pending`;
    return ` with the collection of ${head.base.execution}: ${due} of ${pages} addresses are due${left}`;
  }
  const rows = head.base.files.reduce((sum, file) => sum + file.rows, 0);
  return ` with ${rows} pages of ${head.base.execution} to compare with`;
}

function droppedWords({ head: { droppedLinks: dropped } }: CrawlState): string {
  if (dropped === undefined) return '';
  return `, ${dropped.links} links of ${dropped.pages === 1 ? '1 page' : `${dropped.pages} pages`} were not read so far`;
}

/** Says how many sitemaps were read, and which were not, and why. */
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
