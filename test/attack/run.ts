import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import type { Scene } from '#test/attack/attack.ts';
import type { AttackOutcome } from '#test/attack/attack-outcome.ts';
import { attackPage, type PlaceRun } from '#test/attack/attack-page.ts';
import { type AttackPlace, PLACES } from '#test/attack/attacked-surf.ts';
import { baseOf, runScene } from '#test/attack/run-scene.ts';
import { SCENES, STAGED_SCENES, WEB_SCENES } from '#test/attack/scenes.ts';
import type { StagedScene } from '#test/attack/staged-scene.ts';

/**
 * `npm run attack [-- --at embedded|serve] [ID…]`: runs the attack suite, prints a table, writes docs/attack-suite.md when all of it ran.
 * Ends with 1 when anything was not refused.
 */
const PAGE = new URL('../../docs/attack-suite.md', import.meta.url);
const { values, positionals } = parseArgs({ allowPositionals: true, options: { at: { type: 'string' } } });
const wanted = positionals;
const chosen = PLACES.filter((place) => values.at === undefined || values.at === place);
if (chosen.length === 0) throw new Error(`--at ${values.at} is no place: give ${PLACES.join(' or ')}`);

const isWanted = (id: string): boolean => wanted.length === 0 || wanted.includes(id);
const isAsked = ({ attacks }: Pick<StagedScene, 'attacks'>): boolean => attacks.some(({ id }) => isWanted(id));
const places = new Map<AttackPlace, PlaceRun>();
for (const place of chosen) places.set(place, await runAt(place, WEB_SCENES.filter(isAsked)));
const staged = new Map<string, AttackOutcome>();
for (const scene of values.at === undefined ? STAGED_SCENES.filter(isAsked) : []) {
  for (const outcome of await scene.stage()) note(staged, scene, outcome);
}

const all = [...[...places.values()].flatMap(({ outcomes }) => [...outcomes.values()]), ...staged.values()];
const failed = all.filter(({ problems }) => problems.length > 0).length;
say(`${all.length - failed} of ${all.length} attacks were refused as they must be`);
if (wanted.length === 0 && values.at === undefined) {
  const machine = `Node ${process.version} on ${process.platform} ${process.arch}, ${cpus().length} cores`;
  writeFileSync(PAGE, attackPage(SCENES, { places, staged, date: new Date().toISOString().slice(0, 10), machine }));
}
process.exitCode = failed === 0 ? 0 : 1;

/** All scenes of a hostile web at one place. */
async function runAt(place: AttackPlace, scenes: readonly Scene[]): Promise<PlaceRun> {
  const outcomes = new Map<string, AttackOutcome>();
  if (scenes.length === 0) return { outcomes, baseMb: Number.NaN };
  const baseMb = await baseOf(place);
  say(`${place}: a harmless page: ${baseMb.toFixed(0)} MB at its peak`);
  say(row('attack', 'expected', 'seen', '', 'MB'));
  for (const scene of scenes) {
    for (const outcome of await runScene(scene, { place, baseMb })) note(outcomes, scene, outcome, baseMb);
  }
  return { outcomes, baseMb };
}

/** Keeps an outcome, and prints it. */
function note(
  outcomes: Map<string, AttackOutcome>,
  scene: Scene | StagedScene,
  ...[outcome, baseMb]: [outcome: AttackOutcome, baseMb?: number]
): void {
  const { id, seen, problems, peakMb } = outcome;
  outcomes.set(id, outcome);
  const { must = '' } = scene.attacks.find((attack) => attack.id === id) ?? {};
  const memory = !('capMb' in scene) || baseMb === undefined ? '' : `+${Math.max(0, peakMb - baseMb).toFixed(0)}`;
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
