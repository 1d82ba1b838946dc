import type { StagedScene } from '#test/attack/staged-scene.ts';
import { crawlTraps } from '#test/e2e/hostile/trap-crawl.ts';

/** Requests that one trap may take with default settings. */
const MOST_WASTED = 2_500;

/** Id of the attack, by the name of its site (test/site/traps/endless-sites.ts). */
const TRAPS: readonly (readonly [id: string, site: string, sends: string])[] = [
  ['trap-calendar', 'calendar', 'months and days without first or last'],
  ['trap-last-page', 'last-page', 'a list that shows its last page again for ever'],
  ['trap-query-session', 'query-sessions', 'a new session id in each query'],
  ['trap-path-session', 'path-sessions', 'a new session id in each path'],
  ['trap-jsessionid', 'jsessionid', 'a new ;jsessionid= in each link'],
  ['trap-facets', 'facets', 'all combinations and orders of five filters'],
  ['trap-growth', 'growth', 'relative links meant from the root: three names, every order'],
  ['trap-counter', 'counter', 'each page has a random number, and leads to two'],
  ['trap-soft-404', 'soft-404', 'status 200 for what is not there, with five links'],
];

/**
 * Endless sites beside an honest shop, a forum and an archive, with the traps as they are by
 * default.
 */
export const defaultTraps: StagedScene = {
  name: 'default traps',
  notDeployed: 'the rule is in advance, which is the same code: embedded it is judged with a truth of each site',
  quick: false,
  attacks: TRAPS.map(([id, , sends]) => ({
    id,
    sends,
    must: `ends by itself within ${MOST_WASTED} pages; honest pages are all there`,
  })),
  stage: async () => {
    const honest = ['shop', 'forum', 'archive'];
    const crawl = await crawlTraps({ seed: 11, names: [...honest, ...TRAPS.map(([, site]) => site)] });
    const missing = crawl.sites.flatMap((site) => site.missing.map((path) => `${site.name}${path} is missing`));
    const whole =
      crawl.status === 'succeeded' && crawl.differences.length === 0
        ? []
        : ['the crawl did not end by itself, or verify found a difference'];
    return TRAPS.map(([id, name]) => {
      const { wasted = 0, trapped = 0 } = crawl.sites.find((site) => site.name === name) ?? {};
      const faults = wasted > MOST_WASTED || trapped === 0 ? [`${wasted} pages, ${trapped} skipped(trap)`] : [];
      const seen = `${wasted} pages, then ${trapped} skipped(trap)`;
      return { id, seen, problems: [...faults, ...missing.slice(0, 3), ...whole], peakMb: Number.NaN };
    });
  },
};
