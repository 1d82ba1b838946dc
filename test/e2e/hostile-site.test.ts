import { expect, it } from 'vitest';
import { crawlHostileWeb } from '#test/e2e/hostile-crawl.ts';
import { HAZARDS } from '#test/site/hostile/make-hostile-web.ts';
import { ROBOTS_FILES } from '#test/site/hostile/robots-files.ts';

it('a hostile web of fourteen hosts is crawled as its maker says, and its log shows no request that should not be there (N8)', async () => {
  const { end, verified, differences, violations, tasks, requests } = await crawlHostileWeb(1);

  expect(differences).toEqual([]);
  expect(violations).toEqual([]);
  expect([end.code, verified.code]).toEqual([0, 0]);
  expect(Object.keys(ROBOTS_FILES)).toHaveLength(14);
  expect(Object.keys(HAZARDS).length).toBeGreaterThan(90);
  expect(tasks).toBeGreaterThan(500);
  expect(requests).toBeGreaterThan(500);
});
