import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Archive } from '#core/archive/archive.ts';
import { costOf, LIST_PRICES } from '#core/cost/prices.ts';
import type { Usage } from '#core/cost/usage.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { Frontier } from '#core/frontier/frontier.ts';
import { readJson } from '#engine/frontier/crawl-state.ts';
import { AwsCrawl } from '#test/e2e/crawls/aws-crawl.ts';
import { crawled, type Definition } from '#test/e2e/crawls/embedded-crawl.ts';
import { Deployment } from '#test/emulator/deployment.ts';
import { PYTHON } from '#test/emulator/ministack.ts';
import { type Site, startSite } from '#test/site/site.ts';
import { makeWeb } from '#test/site/web/make-web.ts';
import { whenPresent } from '#test/when-present.ts';

const WEB = {
  hosts: 8,
  pages: 200,
  seed: 5,
  redirects: [301, 302],
  errors: [404, 500],
  duplicates: 10,
  disallowed: 2,
  outside: 4,
};

/** What the execution was charged for, as its last commit says. */
async function usageOf(archive: Archive, { frontier }: Execution): Promise<Usage> {
  const { usage } = await readJson<Frontier>(archive, frontier ?? '', 'lists');
  return usage;
}

const usdOf = (calls: Omit<Usage, 'gbSeconds'>): number => costOf({ ...calls, gbSeconds: 0 }, LIST_PRICES).total;

const within = (a: number, b: number, share: number): boolean => Math.abs(a - b) <= b * share;

whenPresent(PYTHON, () => {
  describe('what a crawl is charged for', () => {
    const web = makeWeb(WEB);
    let site: Site;
    beforeAll(async () => {
      site = await startSite({ hosts: WEB.hosts, handler: web.handler });
    });
    afterAll(() => site.close());

    it('is on AWS, as reported, what the embedded mode says that it would be: within 5 % of the USD (N2)', async () => {
      const definition: Definition = { seeds: site.origins.map((origin) => `${origin}/`), parallelism: 2 };
      const embedded = await crawled(definition, ({ surf }, row) => usageOf(surf.archive, row));
      const deployment = await Deployment.create(inject('emulator'));
      const crawl = await AwsCrawl.create(deployment, definition);

      const aws = await usageOf(crawl.ports.archive, await crawl.run());

      await crawl.close();
      await deployment.remove();
      const { gbSeconds: _, ...calls } = aws;
      const { gbSeconds: __, ...estimated } = embedded;
      expect(calls.transitions).toBe(estimated.transitions);
      expect(calls.invocations).toBe(estimated.invocations);
      expect(within(calls.puts, estimated.puts, 0.05)).toBe(true);
      expect(within(calls.writeUnits, estimated.writeUnits, 0.15)).toBe(true);
      // The time of this machine is not compared; a lease costs a read more than the estimate has.
      expect(within(usdOf(calls), usdOf(estimated), 0.05)).toBe(true);
    });
  });
});
