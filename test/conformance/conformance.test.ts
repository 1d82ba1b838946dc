import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { robotsAllowed } from '#test/conformance/adapter.ts';
import { listedDeviations, runVectors, type VectorFile, vectorFolder } from '#test/conformance/vectors.ts';
import { whenPresent } from '#test/when-present.ts';

/**
 * Share of a group's cases that must pass; cases that docs/reference/conformance.md lists count, up
 * to `listed` of the group.
 */
const GROUPS = [
  { group: 'robots', least: 0.99, listed: 0.05 },
  { group: 'ssrf', least: 1, listed: 0 },
  { group: 'html', least: 0.95, listed: 0.05 },
  { group: 'http', least: 0.95, listed: 0.05 },
  { group: 'sitemap', least: 0.95, listed: 0.05 },
] as const;

const folder = vectorFolder();
const listed = listedDeviations(readFileSync(new URL('../../docs/reference/conformance.md', import.meta.url), 'utf8'));

const sum = (numbers: readonly number[]): number => numbers.reduce((all, number) => all + number, 0);
const groupOf = ({ name }: VectorFile): string => name.slice(0, name.indexOf('/'));
const isListed = (file: VectorFile, id: string): boolean => listed.get(file.name)?.has(id) ?? false;

whenPresent({ name: 'the conformance files (SURF_CONFORMANCE)', path: join(folder, 'run.mjs') }, () => {
  describe('public vectors', () => {
    const files = runVectors(folder);

    it.each(GROUPS)('$group passes', ({ group, least, listed: most }) => {
      const own = files.filter((file) => groupOf(file) === group);
      const total = sum(own.map((file) => file.total));
      const passed = sum(own.map((file) => file.passed));
      const decided = sum(own.map((file) => [...file.failed.keys()].filter((id) => isListed(file, id)).length));

      expect(total).toBeGreaterThan(30);
      expect((passed + Math.min(decided, Math.floor(total * most))) / total).toBeGreaterThanOrEqual(least);
    });

    it('a case about dot segments asks the matcher about the octets that it names', () => {
      const robots = Buffer.from('User-agent: *\nDisallow: /.\n');
      const asked = ['/.', '/./x', '/%2E', '/.git', '/', '/x/', '/x?u=/.'];

      expect(asked.map((path) => robotsAllowed(robots, 'bot', `http://example.com${path}`))).toEqual([
        false,
        false,
        false,
        false,
        true,
        true,
        true,
      ]);
    });

    it('every file of the folder that has a function of ours is run', () => {
      expect(files.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['robots/match', 'url/rfc3986-5.4', 'sitemap/scrapy-sitemap', 'http/retry-after']),
      );
      expect(files.length).toBeGreaterThanOrEqual(20);
    });

    it('docs/reference/conformance.md lists every case that does not pass, and no other', () => {
      const failing = files.flatMap((file) => [...file.failed.keys()].map((id) => `${file.name} ${id}`));
      const written = [...listed].flatMap(([file, ids]) => [...ids].map((id) => `${file} ${id}`));

      expect(written.sort()).toEqual(failing.sort());
    });
  });
});
