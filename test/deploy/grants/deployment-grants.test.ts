import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_CHANNELS } from '#test/deploy/deployed/deployed-channels.ts';
import { EmulatedDeployment } from '#test/deploy/deployed/emulated-deployment.ts';
import { DeployedRoles, type Grant } from '#test/deploy/grants/deployment-grants.ts';
import { baseline, type Campaign, findingOf } from '#test/deploy/grants/deployment-grants-campaign.ts';
import { grantChecks, grantsSite, MANY_HOSTS } from '#test/deploy/grants/deployment-grants-checks.ts';
import { grantRow, notEvaluated } from '#test/deploy/grants/deployment-grants-page.ts';
import { type Site, startSite } from '#test/site/site.ts';

const MINUTES = 60_000;
const PAGE = fileURLToPath(new URL('../../../reports/grants.md', import.meta.url));

/**
 * Functions that may do something besides writing their log, each with one of its grants; all of
 * them are `npm run test:grants`.
 */
const SAMPLE: Readonly<Record<string, string>> = {
  'crawl-few-hosts': 'dynamodb:UpdateItem table/surf-test-units',
  'crawl-many-hosts': 'dynamodb:GetItem table/surf-test-workflows',
  advance: 'dynamodb:BatchWriteItem table/surf-test-tasks',
  'crawl-small': 'dynamodb:BatchWriteItem table/surf-test-tasks',
  finish: 's3:DeleteObject',
  'mark-died': 'dynamodb:UpdateItem table/surf-test-units',
  index: 's3:DeleteObject executions/*/search/*',
  watchdog: 'dynamodb:Query table/surf-test-workflows/index/running',
  api: 'lambda:InvokeFunction function:surf-test-preview',
};

let site: Site;
let surf: EmulatedDeployment;
let campaign: Campaign;
beforeAll(async () => {
  site = await startSite({ hosts: MANY_HOSTS, handler: grantsSite });
  surf = await EmulatedDeployment.create(ALL_CHANNELS);
  campaign = { surf, roles: await DeployedRoles.open(surf), checks: grantChecks(surf, site) };
}, 10 * MINUTES);
afterAll(async () => {
  await surf?.close();
  await site?.close();
}, MINUTES);

const isSample = ({ function: name, action, resource }: Grant): boolean => {
  const [wanted, on = ''] = (SAMPLE[name ?? ''] ?? 'none').split(' ');
  return action === wanted && resource.endsWith(on);
};

describe('the roles of a deployment', () => {
  it('are one for each function', () => {
    const pairs = new Set(campaign.roles.grants.map(({ role, function: name }) => `${role} ${name}`));
    const roles = new Set(campaign.roles.grants.map(({ role }) => role));

    expect(pairs.size).toBe(roles.size);
    expect(Object.keys(SAMPLE).every((name) => [...pairs].some((pair) => pair.endsWith(` ${name}`)))).toBe(true);
  });

  it('are those that reports/grants.md says were tried: npm run test:grants writes it', () => {
    const page = readFileSync(PAGE, 'utf8');
    const rows = campaign.roles.grants.map((grant) => grantRow(grant, ''));

    expect(rows.filter((row) => !page.includes(row))).toEqual([]);
    expect(page.match(/^\| .* \|$/gm)).toHaveLength(rows.length + 2);
  });

  it('hold nothing that nobody misses: a sample', { timeout: 10 * MINUTES }, async () => {
    for (const name of Object.keys(SAMPLE)) await baseline(campaign, name);
    const sample = campaign.roles.grants.filter((grant) => isSample(grant) && notEvaluated(grant) === null);

    const found: [name: string | null, noticed: boolean][] = [];
    for (const grant of sample) found.push([grant.function, (await findingOf(campaign, grant)).noticed !== null]);

    expect(found.sort()).toEqual(
      Object.keys(SAMPLE)
        .map((name) => [name, true])
        .sort(),
    );
  });
});
