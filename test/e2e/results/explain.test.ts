import { describe, expect, it } from 'vitest';
import type { Explanation } from '#core/execution/explanation.ts';
import { CliBench, errorOf, HTML, QUICK } from '#test/e2e/process/cli-bench.ts';
import { startSite } from '#test/site/site.ts';

describe('surf explain', () => {
  const bench = new CliBench();

  it('explains pages, merges, refusals and what was never seen, for people and as JSON (N7)', async () => {
    await bench.crawl('--sort-query');
    const page = await bench.run('explain', 'last', `${bench.seed}4#part`);
    const nofollow = await bench.run('explain', 'last', `${bench.seed}nf`, '--json');
    const never = await bench.run('explain', 'last', 'http://never.example/');

    expect(page.code).toBe(0);
    expect(page.stdout).toMatch(/^ {2}merged {4}with http:\S+\/4 \(fragment\)$/m);
    expect(page.stdout).toMatch(/^ {2}state {5}succeeded: stored, 200 text\/html/m);
    expect(page.stdout).toMatch(/^ {2}found {5}on http:\S+\/1 \(level 1\)\n {12}on http:\S+\/ \(level 0, a seed\)$/m);
    expect(page.stdout).toMatch(/^ {2}robots {4}allows everything: it answered 404 at 20/m);
    expect(JSON.parse(nofollow.stdout) as Explanation).toMatchObject({
      state: 'skipped',
      verdict: { admitted: false, reason: 'nofollow', judged: 'then' },
      found: { chain: [{ url: bench.seed }] },
    });
    expect(never.stdout).toContain('never seen');
    expect(never.stdout).toContain('would be refused: outside-scope (host)');
    expect(errorOf(await bench.run('explain', 'xnobody12345', bench.seed, '--json')).code).toBe('EXECUTION_NOT_FOUND');
  });

  it('shows the line of robots.txt that forbade a page, its text, the file’s hash and the time (N6)', async () => {
    const rules = 'User-agent: *\n\nDisallow: /private\n';
    const site = await startSite({
      handler: (exchange) => exchange.send(200, HTML, '<a href="/private/1">p</a>'),
      robots: (exchange) => exchange.send(200, { 'content-type': 'text/plain' }, rules),
    });
    try {
      const seed = `${site.origin(0)}/`;
      await bench.run('crawl', seed, ...QUICK, '--json');
      const { stdout } = await bench.run('explain', 'last', `${seed}private/1`, '--json');

      const { state, outcome, robots, wave } = JSON.parse(stdout) as Explanation;
      expect([state, outcome?.reason, wave]).toEqual(['skipped', 'robots', 2]);
      expect(robots).toMatchObject({ source: 'outcome', allowed: false, line: 3, text: 'Disallow: /private' });
      expect(robots?.hash).toMatch(/^[0-9a-f]{64}$/);
      expect(Date.parse(robots?.at ?? '')).toBeGreaterThan(Date.now() - 60_000);
    } finally {
      await site.close();
    }
  });
});
