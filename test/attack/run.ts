import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import type { AttackOutcome } from '#test/attack/attack-outcome.ts';
import { attackPage } from '#test/attack/attack-page.ts';
import { baseOf, runScene } from '#test/attack/run-scene.ts';
import { SCENES } from '#test/attack/scenes.ts';

/** `npm run attack [-- ID…]`: runs the attack suite, prints a table, writes docs/attack-suite.md when all of it ran. Ends with 1 when anything was not refused. */
const PAGE = new URL('../../docs/attack-suite.md', import.meta.url);
const wanted = process.argv.slice(2);

const isWanted = (id: string): boolean => wanted.length === 0 || wanted.includes(id);
const scenes = SCENES.filter(({ attacks }) => attacks.some(({ id }) => isWanted(id)));
const baseMb = await baseOf();
say(`a harmless page: ${baseMb.toFixed(0)} MB at its peak`);
say(row('attack', 'expected', 'seen', '', 'MB'));
const outcomes = new Map<string, AttackOutcome>();
for (const scene of scenes) {
  for (const outcome of 'stage' in scene ? await scene.stage() : await runScene(scene, baseMb)) {
    outcomes.set(outcome.id, outcome);
    const { must = '' } = scene.attacks.find(({ id }) => id === outcome.id) ?? {};
    const memory = !('capMb' in scene) ? '' : `+${Math.max(0, outcome.peakMb - baseMb).toFixed(0)}`;
    say(row(outcome.id, must, outcome.seen, outcome.problems.length === 0 ? 'ok' : 'NOT REFUSED', memory));
    for (const problem of outcome.problems) say(`    ${problem}`);
  }
}
const failed = [...outcomes.values()].filter(({ problems }) => problems.length > 0).length;
say(`${outcomes.size - failed} of ${outcomes.size} attacks were refused as they must be`);
if (wanted.length === 0) {
  const machine = `Node ${process.version} on ${process.platform} ${process.arch}, ${cpus().length} cores`;
  writeFileSync(PAGE, attackPage(SCENES, { outcomes, baseMb, date: new Date().toISOString().slice(0, 10), machine }));
}
process.exitCode = failed === 0 ? 0 : 1;

function row(...[id = '', must = '', seen = '', ok = '', memory = '']: readonly string[]): string {
  return [id.padEnd(20), fitted(must, 52), fitted(seen, 48), ok.padEnd(11), memory.padStart(5)].join(' ');
}

function fitted(text: string, width: number): string {
  return (text.length > width ? `${text.slice(0, width - 1)}…` : text).padEnd(width);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
