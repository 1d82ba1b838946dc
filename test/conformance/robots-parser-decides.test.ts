import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { robotsAllowed } from '#test/conformance/adapter.ts';
import { vectorFolder } from '#test/conformance/vectors.ts';
import { whenPresent } from '#test/when-present.ts';

/** Is robots-parser the one that answers the opposite now? */
const swapped = vi.hoisted(() => ({ now: false }));

type Robots = { isAllowed(url: string, agent: string): boolean };

vi.mock('robots-parser', async (original) => {
  const { default: parse } = await original<{ default: (url: string, text: string) => Robots }>();
  return {
    default: (url: string, text: string): Robots => {
      const robots = parse(url, text);
      if (!swapped.now) return robots;
      const opposite = (...asked: [string, string]): boolean => !robots.isAllowed(...asked);
      return Object.assign(Object.create(robots) as Robots, { isAllowed: opposite });
    },
  };
});

interface MatchCase {
  readonly robots?: string;
  readonly robots_b64?: string;
  readonly agent: string;
  readonly url: string;
}

const verdictOf = ({ robots, robots_b64, agent, url }: MatchCase): boolean =>
  robotsAllowed(robots_b64 === undefined ? Buffer.from(robots ?? '') : Buffer.from(robots_b64, 'base64'), agent, url);

const folder = vectorFolder();

whenPresent({ name: 'the conformance files (SURF_CONFORMANCE)', path: join(folder, 'robots/match.json') }, () => {
  describe('the longest match', () => {
    it('is decided by robots-parser: with one that answers the opposite at least 95 % of verdicts flip', () => {
      const { cases } = JSON.parse(readFileSync(join(folder, 'robots/match.json'), 'utf8')) as { cases: MatchCase[] };
      const before = cases.map(verdictOf);
      swapped.now = true;
      const after = cases.map(verdictOf);

      expect(cases.length).toBeGreaterThan(800);
      expect(after.filter((verdict, i) => verdict !== before[i]).length / cases.length).toBeGreaterThanOrEqual(0.95);
    });
  });
});
