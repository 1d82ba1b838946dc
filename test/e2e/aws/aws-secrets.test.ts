import { CreateSecretCommand } from '@aws-sdk/client-secrets-manager';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { secretId } from '#adapters/aws/environment/secret-id.env.ts';
import { LIST_PRICES } from '#core/cost/prices.ts';
import { controlExecution } from '#engine/control/control-execution.ts';
import { describeExecution } from '#engine/overview/describe-execution.ts';
import { AwsCrawl } from '#test/e2e/crawls/aws-crawl.ts';
import { searchFolder } from '#test/e2e/crawls/bytes-in-folder.ts';
import { removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';
import { Deployment } from '#test/emulator/deployment.ts';
import { PYTHON } from '#test/emulator/ministack.ts';
import { storedFiles } from '#test/emulator/stored-files.ts';
import { type Site, startSite } from '#test/site/site.ts';
import { whenPresent } from '#test/when-present.ts';

const CANARY = 'canary-31415926-hush';

whenPresent(PYTHON, () => {
  describe('a secret header over AWS', () => {
    let folder: string;
    let site: Site;
    let deployment: Deployment;
    let told: number;
    beforeEach(async () => {
      folder = temporaryFolder();
      told = 0;
      deployment = await Deployment.create(inject('emulator'));
      site = await startSite({
        handler: (exchange) => {
          if (exchange.headers.authorization === `Bearer ${CANARY}`) told += 1;
          if (exchange.url.pathname === '/robots.txt') return exchange.send(404, {}, '');
          exchange.html(`<title>${exchange.url.pathname}</title><a href="/1">1</a><a href="/2">2</a>`);
        },
      });
    });
    afterEach(async () => {
      await Promise.all([site.close(), deployment.remove()]);
      removeFolder(folder);
    });

    const create = () =>
      AwsCrawl.create(deployment, {
        seeds: [`${site.origin(0)}/`],
        fetch: { headers: { Authorization: { secretRef: 'TOKEN' } } },
      });
    const store = () => {
      const Name = secretId(deployment.names.bucket, 'local', 'TOKEN');
      return deployment.direct.secrets.send(new CreateSecretCommand({ Name, SecretString: `Bearer ${CANARY}` }));
    };

    it('is sent, metered, and is in no table and no object', async () => {
      await store();
      const crawl = await create();

      const row = await crawl.run();

      const { cost } = await describeExecution({ ...crawl.ports, clock: { now: () => 0 } as never }, crawl.id);
      await crawl.close();
      const { items, objects } = await storedFiles(deployment.direct, deployment.names, folder);
      expect([row.status, row.counts.stored, told]).toEqual(['succeeded', 3, 4]);
      expect(searchFolder(folder, CANARY).found).toEqual([]);
      expect([items > 5, objects > 5]).toEqual([true, true]);
      expect(searchFolder(folder, 'Authorization: [secret]').found.length).toBeGreaterThan(0);
      // Three runs look whether it can be used, two units read it.
      expect(cost.lines.find(({ item }) => item === 'secrets-manager-requests')).toEqual({
        item: 'secrets-manager-requests',
        amount: 5,
        unit: 'request',
        usd: 5 * LIST_PRICES.secretRead,
      });
    });

    it('that is missing pauses the execution before its first request; it resumes when the secret is there', async () => {
      const crawl = await create();

      const paused = await crawl.run();
      const { cause } = await describeExecution({ ...crawl.ports, clock: { now: () => 0 } as never }, crawl.id);
      const asked = site.log.length;
      await store();
      await controlExecution({ ...crawl.ports, clock: { now: Date.now } as never }, crawl.id, { type: 'resume' });
      const resumed = await crawl.run();

      await crawl.close();
      expect([paused.status, paused.reason, asked]).toEqual(['paused', 'secret-missing', 0]);
      expect(cause).toContain(`store it in AWS Secrets Manager as surf/${deployment.names.bucket}/local/TOKEN`);
      expect([resumed.status, resumed.counts.stored, told]).toEqual(['succeeded', 3, 4]);
    });
  });
});
