import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { rowHead } from '#test/attack/attack-page.ts';
import { baseOf, runScene } from '#test/attack/run-scene.ts';
import { SCENES, STAGED_SCENES, WEB_SCENES } from '#test/attack/scenes.ts';
import { firstOf } from '#test/campaign.ts';

const PAGE = new URL('../../reports/attack-suite.md', import.meta.url);
const attacks = SCENES.flatMap(({ attacks }) => [...attacks]);

describe('reports/attack-suite.md', () => {
  it('lists every attack, and no other (npm run attack writes it again)', () => {
    const listed = readFileSync(PAGE, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('| `'));

    const missing = attacks.filter((attack) => !listed.some((line) => line.startsWith(rowHead(attack))));
    expect(missing.map(({ id }) => id)).toEqual([]);
    expect(listed).toHaveLength(attacks.length);
    expect(listed.filter((line) => /not run|not refused/.test(line))).toEqual([]);
  });

  it('has attacks whose names are unique and make host names', () => {
    const ids = attacks.map(({ id }) => id);

    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z][a-z0-9-]{1,30}$/.test(id))).toEqual([]);
  });
});

describe('the quick attacks on the command line (N8)', () => {
  const quick = WEB_SCENES.filter((scene) => scene.quick);
  let base: Promise<number> | undefined;

  it.each(firstOf(quick, { gate: 5 }))('$name', async (scene) => {
    base ??= baseOf('embedded', { runs: 2 });

    const outcomes = await runScene(scene, { place: 'embedded', baseMb: await base });

    expect(outcomes.filter(({ problems }) => problems.length > 0)).toEqual([]);
    expect(outcomes).toHaveLength(scene.attacks.length);
  });
});

describe('the quick attacks on surf serve (N8)', () => {
  const scenes = WEB_SCENES.filter(({ quick, attacks, capMb }) => quick && attacks.length > 1 && capMb === undefined);

  it.each(firstOf(scenes, { gate: 1 }))('$name', async (scene) => {
    const outcomes = await runScene(scene, { place: 'serve', baseMb: 0 });

    expect(outcomes.filter(({ problems }) => problems.length > 0)).toEqual([]);
    expect(outcomes).toHaveLength(scene.attacks.length);
  });
});

describe('the quick attacks by users and by the machine (N8)', () => {
  it.for(STAGED_SCENES.filter(({ quick }) => quick))('$name', async (scene) => {
    const outcomes = await scene.stage();

    expect(outcomes.filter(({ problems }) => problems.length > 0)).toEqual([]);
    expect(outcomes.map(({ id }) => id).toSorted()).toEqual(scene.attacks.map(({ id }) => id).toSorted());
  });
});
