import { describe, expect, it } from 'vitest';
import { crawled, wordOf } from '#test/e2e/crawls/embedded-crawl.ts';
import { expectProven } from '#test/e2e/crawls/proof.ts';
import { pathologyExamples } from '#test/site/pathologies.ts';
import { PATHOLOGY_SETTINGS } from '#test/site/pathology.ts';
import { startSite } from '#test/site/site.ts';

describe('one crawl over everything that goes wrong on the web (N8)', () => {
  it('ends, and gives each pathology the outcome that it names', async () => {
    const site = await startSite({ hosts: 2 });
    try {
      const origin = site.origin(0);
      const { limits, ...settings } = PATHOLOGY_SETTINGS;
      const definition = {
        ...settings,
        seeds: [`${origin}/`],
        limits: { ...limits, depth: 1 },
        parallelism: 4,
        hostsPerWorker: 1,
      };
      await crawled(definition, async (run, row) => {
        const found = new Map((await run.views()).map((view) => [view.url, wordOf(view)]));
        const examples = pathologyExamples().filter(([, outcome]) => outcome !== null);

        const differences = examples
          .map(([path, outcome]) => ({ path, expected: outcome, found: found.get(new URL(path, origin).href) }))
          .filter((example) => example.expected !== example.found);
        expect(differences).toEqual([]);
        expect(examples.length).toBeGreaterThan(60);
        expect(['succeeded', 'limited']).toContain(row.status);
        await expectProven(run.surf, run.id);
      });
    } finally {
      await site.close();
    }
  });

  it('decides a nofollow link again when another link reaches its target, and only then', async () => {
    const site = await startSite();
    try {
      const start = `${site.origin(0)}/rel-nofollow/start`;
      await crawled({ seeds: [start] }, async (run) => {
        const words = (await run.views()).map((view) => [new URL(view.url).pathname, wordOf(view)]);

        expect(Object.fromEntries(words)).toEqual({
          '/rel-nofollow/start': 'stored',
          '/rel-nofollow/next': 'stored',
          '/rel-nofollow/both-here': 'stored',
          '/rel-nofollow/both-later': 'stored',
          '/rel-nofollow/never': 'skipped(nofollow)',
        });
        await expectProven(run.surf, run.id);
      });
    } finally {
      await site.close();
    }
  });
});
