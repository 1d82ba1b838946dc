import { describe, expect, it } from 'vitest';
import { SimulatedWeb } from '#bench/simulate/web/simulated-web.ts';
import { BENCH_SITE, politeWeb } from '#bench/simulate/web/web-shape.ts';

describe('a simulated web', () => {
  it.each([politeWeb(5_000, 8), BENCH_SITE])('is found whole, each page by one other: $name', (shape) => {
    const web = new SimulatedWeb(shape);
    const found = new Set(web.seeds);
    let links = 0;
    for (const url of found) {
      const place = web.placeOf(url);
      expect(web.urlOf(place)).toBe(url);
      if (web.isError(place)) continue;
      for (const link of web.linksOf(place)) {
        links += 1;
        found.add(link);
      }
    }

    expect(found.size).toBe(web.pages);
    expect(links / web.pages).toBeGreaterThan(1 + shape.repeats * 0.9);
    expect(new Set([...found].map((url) => new URL(url).host)).size).toBe(shape.hosts);
  });

  it('has at least a hundred hosts, and a thousand pages a host when it is large', () => {
    expect(politeWeb(10_000, 8)).toMatchObject({ hosts: 100, levels: [100, 1_000, 8_900] });
    expect(politeWeb(1_000_000, 8)).toMatchObject({ hosts: 1_000, levels: [1_000, 10_000, 100_000, 889_000] });
  });
});
