import { describe, expect, it } from 'vitest';
import { extendTrail, type ManifestSkipList, markTowards } from '#core/frontier/segments/manifest-skip-list.ts';

/** Trails beside the manifests of waves 0 to `last`; the manifest of wave n is called `m<n>`. */
function trailsTo(last: number): ManifestSkipList[] {
  const trails: ManifestSkipList[] = [];
  for (let wave = 0; wave <= last; wave++) {
    trails.push(extendTrail(trails.at(-1) ?? [], { wave, manifest: wave === 0 ? null : `m${wave - 1}` }));
  }
  return trails;
}

const wavesOf = (trail: ManifestSkipList | undefined): number[] => (trail ?? []).map(({ wave }) => wave);

describe('a trail', () => {
  it('has the waves that the one before is when its last binary digits are cleared, the newest first', () => {
    const trails = trailsTo(9);

    expect(trails.map(wavesOf)).toEqual([
      [],
      [0],
      [1, 0],
      [2, 0],
      [3, 2, 0],
      [4, 0],
      [5, 4, 0],
      [6, 4, 0],
      [7, 6, 4, 0],
      [8, 0],
    ]);
    expect(trails[4]?.[1]).toEqual({ wave: 2, manifest: 'm2' });
  });

  it('leads from the last wave to each of 20,000 in at most 28 steps, and grows with the number of their digits', () => {
    const trails = trailsTo(20_000);
    let most = 0;
    for (let wanted = 0; wanted < 20_000; wanted += 7) {
      let at = 20_000;
      let steps = 0;
      for (; at !== wanted; steps++) at = markTowards(trails[at] ?? [], wanted)?.wave ?? -1;
      most = Math.max(most, steps);
    }

    expect(most).toBeLessThanOrEqual(28);
    expect(Math.max(...trails.map((trail) => trail.length))).toBeLessThanOrEqual(15);
  });

  it('does not lead where it has no mark: one that began with an older format', () => {
    const trail = extendTrail([], { wave: 8, manifest: 'm7' });

    expect(wavesOf(trail)).toEqual([7]);
    expect(markTowards(trail, 7)?.wave).toBe(7);
    expect(markTowards([], 3)).toBeUndefined();
  });
});
