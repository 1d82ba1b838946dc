import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Workflow } from '#core/workflow/workflow.ts';
import { DEMO_HOSTS, DEMO_PORT, demoSite } from '#demo/demo-site.ts';
import { addressAt } from '#test/site/listen.ts';
import { type Site, startSite } from '#test/site/site.ts';

/**
 * Every address that can be reached from the start pages without leaving the site, with its status.
 */
async function walk(origins: readonly string[]): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  const queue = origins.map((origin) => `${origin}/`);
  for (let url = queue.shift(); url !== undefined; url = queue.shift()) {
    if (found.has(url) || !origins.includes(new URL(url).origin)) continue;
    const answer = await fetch(url, { redirect: 'manual' });
    found.set(url, answer.status);
    const targets = [...(await answer.text()).matchAll(/<a href="([^"]+)"/g)].map((match) => match[1] ?? '');
    const here = url;
    queue.push(...targets.map((href) => (URL.parse(href, here)?.href ?? here).replace(/#.*/, '')));
  }
  return found;
}

describe('the demo', () => {
  const demo = demoSite();
  let site: Site;
  let found: Map<string, number>;
  beforeAll(async () => {
    site = await startSite({ hosts: DEMO_HOSTS, handler: demo.handler });
    found = await walk(site.origins);
  });
  afterAll(() => site.close());

  it('has about 200 pages on eight hosts, all of them linked', () => {
    const all = demo.pages.flatMap((pages, i) => [...pages.keys()].map((path) => `${site.origin(i)}${path}`));
    const pages = [...found.values()].filter((status) => status === 200);

    expect(all.filter((url) => !found.has(url))).toEqual([]);
    expect(pages.length).toBeGreaterThanOrEqual(190);
    expect(pages.length).toBeLessThanOrEqual(220);
  });

  it('has on every host a dead link, a redirect and a closed area, and not more than 32 pages to wait for', () => {
    for (const origin of site.origins) {
      const statuses = [...found].filter(([url]) => url.startsWith(`${origin}/`)).map(([, status]) => status);
      expect(statuses.filter((status) => status === 404)).toHaveLength(1);
      expect(statuses.filter((status) => status === 301)).toHaveLength(1);
      expect(found.get(`${origin}/admin/`)).toBe(200);
      expect(statuses.length).toBeLessThanOrEqual(32);
    }
  });

  it('is the same every time', () => {
    expect(demoSite().pages).toEqual(demo.pages);
  });

  it('is crawled by examples/demo.json, which is a valid workflow', () => {
    const workflow = Workflow.parse(JSON.parse(readFileSync('examples/demo.json', 'utf8')));

    expect(workflow.seeds).toEqual(
      Array.from({ length: DEMO_HOSTS }, (_, i) => `http://${addressAt(i)}:${DEMO_PORT}/`),
    );
    expect(workflow.politeness.delaySeconds).toBe(0.1);
    expect(workflow.scope.mode).toBe('host');
  });
});
