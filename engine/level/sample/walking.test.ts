import { describe, expect, it } from 'vitest';
import { drawnLinks, MOST_PAGE_LINKS } from '#core/sample/random-steps.ts';
import { Sample } from '#core/sample/sample.ts';
import type { UrlKey } from '#core/url/url-key.ts';
import type { SampleLink } from '#engine/level/sample/sample-links.ts';
import { Walking } from '#engine/level/sample/walking.ts';
import { breadthFirst, distanceToUniform, growingWeb } from '#test/model/growing-web.ts';
import { seededRandom } from '#test/site/random.ts';

const PAGES = 1_000;

const linkTo = (page: number): SampleLink => ({
  key: String(page) as UrlKey,
  url: `http://a.test/${page}`,
  position: page,
  depthLeft: undefined,
});

function walked(links: readonly (readonly number[])[], sample: Partial<Sample>): Walking {
  const pages = new Map(links.map((targets, page) => [String(page), targets.map(linkTo)]));
  const walking = new Walking(null, { sample: Sample.parse(sample), seeds: ['0'], links: pages, hops: new Map() });
  while (!walking.done) walking.step();
  return walking;
}

describe('walks (G8)', () => {
  it('sample pages that are nearer to uniform by their weights than as many breadth-first', () => {
    for (const seed of [1, 3]) {
      const web = growingWeb(seededRandom(seed), PAGES);

      const { visits } = walked(web.links, { walks: 10, steps: 100, randomSeed: seed }).state;

      const weights = new Map(visits.map(([page, times]) => [Number(page), 1 / times]));
      const first = new Map(breadthFirst(web, visits.length).map((page) => [page, 1]));
      expect(distanceToUniform(weights, web)).toBeLessThan(0.9 * distanceToUniform(first, web));
    }
  });

  it('are others with another number, and the same for links in any order', () => {
    const { links } = growingWeb(seededRandom(1), PAGES);

    const { visits } = walked(links, { randomSeed: 1 }).state;

    expect(walked(links, { randomSeed: 2 }).state.visits).not.toEqual(visits);
    expect(
      walked(
        links.map((targets) => targets.toReversed()),
        { randomSeed: 1 },
      ).state.visits,
    ).toEqual(visits);
  });

  it('jump as often as the sample says', () => {
    const ring = Array.from({ length: 1_000 }, (_, page) => [(page + 1) % 1_000]);
    const jumpsOf = (jump: number): number =>
      (walked(ring, { walks: 100, steps: 50, jump }).state.visits.find(([page]) => page === '0')?.[1] ?? 0) - 100;

    expect([jumpsOf(0), jumpsOf(1)]).toEqual([0, 5_000]);
    expect(jumpsOf(0.15) / 5_000).toBeCloseTo(0.15, 1);
  });

  it('choose from a fair draw of the links of a page that has very many', () => {
    const links = Array.from({ length: 1_000 }, (_, n) => ({ key: `k${n}` }));

    const drawn = drawnLinks(1, 'page', links);

    expect(drawn).toHaveLength(MOST_PAGE_LINKS);
    expect(drawnLinks(1, 'page', links.toReversed())).toEqual(drawn);
    expect(drawnLinks(2, 'page', links)).not.toEqual(drawn);
    expect(drawn.filter(({ key }) => Number(key.slice(1)) < 500).length).toBeCloseTo(100, -2);
  });
});
