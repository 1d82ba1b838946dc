import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ALL_CHANNELS } from '#test/deploy/deployed/deployed-channels.ts';
import { EmulatedDeployment } from '#test/deploy/deployed/emulated-deployment.ts';
import { DeployedRoles, type Grant } from '#test/deploy/grants/deployment-grants.ts';
import { baseline, type Finding, findingOf } from '#test/deploy/grants/deployment-grants-campaign.ts';
import { grantChecks, grantsSite, MANY_HOSTS } from '#test/deploy/grants/deployment-grants-checks.ts';
import { grantsPage, notEvaluated } from '#test/deploy/grants/deployment-grants-page.ts';
import { startSite } from '#test/site/site.ts';

/**
 * `npm run test:grants [FUNCTION…]`: takes every grant of every function away, one after the other,
 * in one deployment on the emulator, and writes reports/grants.md. Ends with 1 when nobody misses
 * one of them.
 */
const PAGE = fileURLToPath(new URL('../../../reports/grants.md', import.meta.url));
const only = process.argv.slice(2);
const site = await startSite({ hosts: MANY_HOSTS, handler: grantsSite });
const surf = await EmulatedDeployment.create(ALL_CHANNELS);
try {
  const roles = await DeployedRoles.open(surf);
  const campaign = { surf, roles, checks: grantChecks(surf, site) };
  const findings = new Map<Grant, Finding>(roles.grants.map((grant) => [grant, { grant, noticed: null }]));
  const names = only.length > 0 ? only : Object.keys(campaign.checks);
  for (const name of names) {
    await baseline(campaign, name);
    for (const grant of roles.grants) {
      if (grant.function !== name || notEvaluated(grant) !== null) continue;
      const finding = await findingOf(campaign, grant);
      findings.set(grant, finding);
      const { check = 'NOBODY', how = '' } = finding.noticed ?? {};
      process.stdout.write(`${name} ${grant.action} ${grant.resource}: ${check}: ${how.slice(0, 160)}\n`);
    }
  }
  const all = [...findings.values()];
  if (only.length === 0) writeFileSync(PAGE, grantsPage(all));
  const missed = all.filter(({ grant, noticed }) => noticed === null && notEvaluated(grant) === null);
  if (only.length === 0 && missed.length > 0) process.exitCode = 1;
} finally {
  await surf.close();
  await site.close();
}
