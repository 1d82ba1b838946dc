import { describe, expect, it } from 'vitest';
import { crawlMap } from './crawl-map.ts';

const task = (url: string, level: number, via: string | null) => ({ url, level, via, outcome: 'stored' as const });

describe('the map of a crawl', () => {
  it('counts URLs by host and level, and the links between them', () => {
    const map = crawlMap([
      task('http://a.example/', 0, null),
      task('http://a.example/1', 1, 'http://a.example/'),
      task('http://b.example/', 1, 'http://a.example/'),
      { ...task('http://b.example/2', 2, 'http://b.example/'), outcome: 'failed' as const },
    ]);

    expect(map.hosts).toEqual(['a.example', 'b.example']);
    expect(map.levels).toBe(3);
    expect(map.nodes).toContainEqual({ host: 1, level: 2, total: 1, stored: 0, failed: 1 });
    expect(map.edges).toContainEqual({ from: { host: 0, level: 0 }, to: { host: 1, level: 1 }, total: 1 });
  });

  it('keeps its size for 10,000 pages of 500 hosts', () => {
    const tasks = Array.from({ length: 10_000 }, (_, i) =>
      task(`http://h${i % 500}.example/${i}`, i % 40, i === 0 ? null : `http://h${(i * 7) % 500}.example/${i - 1}`),
    );

    const map = crawlMap(tasks);

    expect(map.hosts).toHaveLength(10);
    expect(map.hosts.at(-1)).toBe('491 other hosts');
    expect(map.nodes.length).toBeLessThanOrEqual(120);
    expect(map.nodes.reduce((sum, { total }) => sum + total, 0)).toBe(10_000);
  });
});
