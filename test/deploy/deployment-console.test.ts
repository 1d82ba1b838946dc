import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answered } from '#api/client/client.ts';
import { demoSite } from '#demo/demo-site.ts';
import { firstOf } from '#test/campaign.ts';
import { createTopic, MAIL_DOMAIN, SENDER, TOPIC, verifyIdentity } from '#test/deploy/deployed/deployed-channels.ts';
import { type DeployedConsole, deployConsole } from '#test/deploy/deployed/deployed-console.ts';
import { type Site, startSite } from '#test/site/site.ts';
import { CHROMIUM, type ConsoleUnderTest, OWN_NETWORK } from '#test/web/console/console-under-test.ts';
import { consoleSuite } from '#test/web/suites/console-suite.ts';
import { hostileStringsSuite } from '#test/web/suites/hostile-strings-suite.ts';
import { prefixSuite } from '#test/web/suites/prefix-suite.ts';
import { signInSuite } from '#test/web/suites/sign-in-suite.ts';
import { whenPresent } from '#test/when-present.ts';

const MINUTES = 60_000;

/**
 * Not here: the three clicks with the demo shop, which a deployment does not suggest, and what is
 * in the built files (`test/web/built-console.test.ts`).
 */
whenPresent({ name: 'Chromium', path: CHROMIUM }, () => {
  let deployed: DeployedConsole;
  const open = (): Promise<ConsoleUnderTest> => deployed.open();

  beforeAll(async () => {
    deployed = await deployConsole();
  }, 5 * MINUTES);
  afterAll(() => deployed?.close(), MINUTES);

  firstCrawl(open);
  channels(() => deployed);
  // test/web runs them all at `surf serve`.
  const suites = [prefixSuite, signInSuite, consoleSuite, hostileStringsSuite];
  for (const suite of firstOf(suites, { gate: 2 })) suite('deployed', open);
});

function firstCrawl(open: () => Promise<ConsoleUnderTest>): void {
  describe('the first crawl, deployed', () => {
    let site: Site;
    let surf: ConsoleUnderTest;

    beforeAll(async () => {
      site = await startSite({ handler: demoSite().handler });
      surf = await open();
    });
    afterAll(async () => {
      await surf?.close();
      await site?.close();
    });

    it('leads from a key to records, and explains an address (U5, S19)', async () => {
      const { page, faults } = await surf.open('', { key: await keyOfNewcomer(surf) });

      await page.getByRole('heading', { name: 'Crawl your first site' }).waitFor();
      expect(await page.getByRole('button', { name: 'Use the demo shop' }).count()).toBe(0);
      await page.getByLabel('URL', { exact: true }).fill(`${site.origin(0)}/`);
      await page.getByLabel('Maximum pages').fill('12');
      await page.getByLabel('Delay in seconds').fill('0');
      await page.getByLabel('Values to extract').fill('heading: h1\nprice: .price');
      await page.getByLabel(OWN_NETWORK).check();
      await page.getByRole('button', { name: 'Start crawl' }).click();
      await page.getByText('limited', { exact: true }).waitFor();
      expect(await page.locator('.figures dd').first().innerText()).toBe('12');

      await page.getByRole('link', { name: 'Records' }).click();
      const records = page.getByRole('table', { name: 'Records' });
      await records.waitFor();
      expect(await records.getByText(/^€ \d/).count()).toBeGreaterThan(5);
      await page.getByRole('link', { name: 'Harbour Lamps', exact: true }).click();
      const text = page.getByRole('region', { name: 'Text of the page' });
      await text.waitFor();
      expect(await text.innerText()).toContain('Harbour Lamps');
      await page.getByRole('link', { name: 'Why is it here?' }).click();
      await page.getByText('It was stored.').waitFor();
      expect(await page.getByText('a seed, level 0').count()).toBe(1);
      expect(faults).toEqual([]);
      await page.context().close();
    });
  });
}

/** `surf serve` has no topics: `test/web/notifications/webhook.test.ts` tells a webhook there. */
function channels(deployment: () => DeployedConsole): void {
  describe('notifications, deployed (S24)', () => {
    it('are offered by e-mail and topic, and the log shows what was sent', async () => {
      const { open, client, deployment: surf } = deployment();
      await Promise.all([verifyIdentity(surf, SENDER), createTopic(surf)]);
      const console = await open();
      const body = { name: 'Told', seeds: ['http://127.0.0.1:9/'] };
      const { id } = answered(await client.POST('/v1/workflows', { body }));
      const { page, faults } = await console.open(`workflows/${id}`);
      const log = (name: string) => page.getByRole('table', { name: `Messages of ${name}` });
      const rows = page.getByRole('table', { name: 'Subscriptions' }).getByRole('row');

      for (const [name, channel, target] of [
        ['mail', 'Or e-mail to', `anna@${MAIL_DOMAIN}`],
        ['news', 'Or SNS topic', TOPIC],
      ] as const) {
        await page.getByLabel('Subscription', { exact: true }).fill(name);
        await page.getByLabel(channel).fill(target);
        await page.getByRole('button', { name: 'Save subscription' }).click();
        await page.getByRole('button', { name: `Send a test to ${name}` }).click();
        await log(name).getByText('waiting').waitFor();
        await surf.watch();
        await log(name).getByText('delivered').waitFor();
        await page.getByLabel(channel).fill('');
      }
      const missing = await page.getByText('This server sends no e-mail').count();
      const told = (await rows.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
      await console.close();

      expect(told.slice(1)).toEqual([
        expect.stringContaining(`mail anna@${MAIL_DOMAIN} ended`),
        expect.stringContaining(`news ${TOPIC} ended`),
      ]);
      expect([missing, faults]).toEqual([0, []]);
    });
  });
}

/** Who may ask the site of the test, and has no crawl yet. */
async function keyOfNewcomer({ client }: ConsoleUnderTest): Promise<string> {
  const user = 'newcomer';
  const rights = { ignoreRobots: false, allowPrivateNetwork: true };
  answered(await client.PUT('/v1/users/{id}', { params: { path: { id: user } }, body: { role: 'standard', rights } }));
  return answered(await client.POST('/v1/keys', { body: { name: 'first crawl', owner: user } })).key;
}
