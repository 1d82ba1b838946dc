import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import type { Scene } from '#test/attack/attack.ts';
import type { AttackOutcome } from '#test/attack/attack-outcome.ts';
import { attackPage } from '#test/attack/attack-page.ts';
import { keptOutcome, type PartRun, type RunPart, readRuns, withRun, writeRuns } from '#test/attack/attack-runs.ts';
import { baseOf, runScene } from '#test/attack/run-scene.ts';
import { SCENES, STAGED_SCENES, WEB_SCENES } from '#test/attack/scenes.ts';
import type { StagedAttack, StagedScene } from '#test/attack/staged-scene.ts';
import { AttackedDeployment } from '#test/attack/targets/attacked-deployment.ts';
import { type AttackPlace, LOCAL_PLACES } from '#test/attack/targets/attacked-surf.ts';

/**
 * `npm run attack [-- --at embedded|serve] [--deployed] [--at-once N] [--write] [ID…]`: runs the
 * attack suite and prints a table. Without IDs it keeps what it saw in reports/attack-runs.json, of
 * which it writes reports/attack-suite.md; with --write the attacks that were run take their places
 * there. `--deployed` runs the suite at the stack in an emulator, N scenes at once. Ends with 1
 * when anything was not refused.
 */
const PAGE = new URL('../../reports/attack-suite.md', import.meta.url);
const AT_ONCE = 4;
const { values, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    at: { type: 'string' },
    deployed: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    'at-once': { type: 'string', default: String(AT_ONCE) },
  },
});
const chosen = LOCAL_PLACES.filter((place) => !values.deployed && (values.at === undefined || values.at === place));
if (chosen.length === 0 && !values.deployed)
  throw new Error(`--at ${values.at} is not a place: give ${LOCAL_PLACES.join(' or ')}, or --deployed`);

const isWanted = (id: string): boolean => wanted.length === 0 || wanted.includes(id);
const isAsked = ({ attacks }: Pick<StagedScene, 'attacks'>): boolean => attacks.some(({ id }) => isWanted(id));
const machine = `Node ${process.version} on ${process.platform} ${process.arch}, ${cpus().length} cores`;

const parts = new Map<RunPart, PartRun>();
if (values.deployed) parts.set('deployed', await runDeployed());
for (const place of chosen) parts.set(place, await runAt(place, WEB_SCENES.filter(isAsked)));
if (!values.deployed && values.at === undefined) parts.set('staged', await runStaged());

const all = [...parts.values()].flatMap(({ outcomes }) => Object.values(outcomes));
const failed = all.filter(({ problems }) => problems.length > 0).length;
say(`${all.length - failed} of ${all.length} attacks were refused as they must be`);
if (values.write || (wanted.length === 0 && values.at === undefined)) {
  let runs = readRuns();
  for (const [part, run] of parts) runs = withRun(runs, part, { run, isWhole: wanted.length === 0 });
  writeRuns(runs);
  writeFileSync(PAGE, attackPage(SCENES, runs));
}
process.exitCode = failed === 0 ? 0 : 1;

/** All scenes of a hostile web on this machine. */
async function runAt(place: AttackPlace, scenes: readonly Scene[]): Promise<PartRun> {
  const outcomes = new Map<string, AttackOutcome>();
  const begun = performance.now();
  const siteBaseOf = basesAt(place);
  const baseMb = scenes.length === 0 ? null : await baseOf(place);
  if (baseMb !== null) say(`${place}: a harmless page: ${baseMb.toFixed(0)} MB at its peak`);
  say(row('attack', 'expected', 'seen', '', 'MB'));
  for (const scene of scenes) {
    const ownMb = await siteBaseOf(scene);
    for (const outcome of await runScene(scene, { place, baseMb: ownMb ?? baseMb ?? 0 }))
      note(outcomes, scene, ownMb === null ? outcome : { ...outcome, baseMb: ownMb }, baseMb);
  }
  return partOf(outcomes, begun, { baseMb });
}

/** What memory is measured against where that is not a single page: each site is measured once. */
function basesAt(place: AttackPlace): (scene: Scene) => Promise<number | null> {
  const known = new Map<number, number>();
  return async ({ pages }) => {
    if (pages === undefined) return null;
    const baseMb = known.get(pages) ?? (await baseOf(place, { pages }));
    known.set(pages, baseMb);
    return baseMb;
  };
}

/** Scenes that stage themselves. */
async function runStaged(): Promise<PartRun> {
  const outcomes = new Map<string, AttackOutcome>();
  const begun = performance.now();
  for (const scene of STAGED_SCENES.filter(isAsked)) {
    for (const outcome of await scene.stage()) note(outcomes, scene, outcome);
  }
  return partOf(outcomes, begun, { baseMb: null });
}

/**
 * Everything that a deployment can be tried with: hostile webs some at once, then the scenes of the
 * API one by one.
 */
async function runDeployed(): Promise<PartRun> {
  const outcomes = new Map<string, AttackOutcome>();
  const begun = performance.now();
  const deployment = await AttackedDeployment.open(WEB_SCENES);
  say(`deployed after ${((performance.now() - begun) / 1_000).toFixed(0)} s`);
  try {
    const queue = WEB_SCENES.filter(isAsked);
    const lane = async (): Promise<void> => {
      for (let scene = queue.shift(); scene !== undefined; scene = queue.shift()) {
        const crawled = () => runScene(scene, { place: 'deployed', baseMb: Number.NaN, deployment });
        for (const outcome of await orProblems(scene, crawled)) note(outcomes, scene, outcome);
      }
    };
    await Promise.all(Array.from({ length: Number(values['at-once']) }, lane));
    for (const scene of STAGED_SCENES.filter(isAsked)) {
      const staged = async () => (await scene.stageDeployed?.(deployment)) ?? [];
      for (const outcome of await orProblems(scene, staged)) note(outcomes, scene, outcome);
    }
    return partOf(outcomes, begun, { baseMb: null, workersPeakMb: deployment.workersPeakMb });
  } finally {
    await deployment.close();
  }
}

/** A scene that throws is a problem of its attacks, not of the other scenes. */
async function orProblems(
  scene: Scene | StagedScene,
  work: () => Promise<readonly AttackOutcome[]>,
): Promise<readonly AttackOutcome[]> {
  try {
    return await work();
  } catch (error) {
    const problems = [`the scene failed: ${error instanceof Error ? error.stack : String(error)}`];
    return scene.attacks
      .filter(({ notDeployed }: StagedAttack) => notDeployed === undefined)
      .map(({ id }) => ({ id, seen: '', problems, peakMb: Number.NaN }));
  }
}

function partOf(
  outcomes: ReadonlyMap<string, AttackOutcome>,
  begun: number,
  figures: Pick<PartRun, 'baseMb' | 'workersPeakMb'>,
): PartRun {
  const seconds = Math.round((performance.now() - begun) / 1_000);
  const kept = Object.fromEntries([...outcomes].map(([id, outcome]) => [id, keptOutcome(outcome)]));
  return { date: new Date().toISOString().slice(0, 10), machine, ...figures, seconds, outcomes: kept };
}

/** Keeps an outcome, and prints it. */
function note(
  outcomes: Map<string, AttackOutcome>,
  scene: Scene | StagedScene,
  ...[outcome, baseMb]: [outcome: AttackOutcome, baseMb?: number | null]
): void {
  const { id, seen, problems, peakMb } = outcome;
  outcomes.set(id, outcome);
  const { must = '' } = scene.attacks.find((attack) => attack.id === id) ?? {};
  const isMeasured = 'capMb' in scene && typeof baseMb === 'number';
  const memory = isMeasured ? `+${Math.max(0, peakMb - (outcome.baseMb ?? baseMb)).toFixed(0)}` : '';
  say(row(id, must, seen, problems.length === 0 ? 'ok' : 'NOT REFUSED', memory));
  for (const problem of problems) say(`    ${problem}`);
}

function row(...[id = '', must = '', seen = '', ok = '', memory = '']: readonly string[]): string {
  return [id.padEnd(20), fitted(must, 52), fitted(seen, 80), ok.padEnd(11), memory.padStart(5)].join(' ');
}

function fitted(text: string, width: number): string {
  return (text.length > width ? `${text.slice(0, width - 1)}…` : text).padEnd(width);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
