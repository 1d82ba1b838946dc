import type { Grant } from '#test/deploy/grants/deployment-grants.ts';
import type { Finding } from '#test/deploy/grants/deployment-grants-campaign.ts';

/** Why nobody can miss a grant in the emulator; null: somebody has to. */
export function notEvaluated({ function: name, action, resource }: Grant): string | null {
  if (action.startsWith('logs:')) return 'the emulator writes logs itself';
  if (name === null) return 'the emulator asks no role of Step Functions and Scheduler';
  if (action === 's3:ListBucket' && name.startsWith('crawl-') && name !== 'crawl-small') {
    return 'without it S3 answers 403 where a robots.txt is missing that a pointer names; the emulator answers 404';
  }
  if (name === 'finish' && (action === 'dynamodb:UpdateItem' || action === 'dynamodb:BatchGetItem')) {
    return 'used while a wave is crawled; what it does not write then, advance writes later (ADR 71)';
  }
  if (name === 'index' && action === 'dynamodb:BatchGetItem') {
    return 'used for rows from before packs (ADR 83), which no crawl of these checks has';
  }
  if (name === 'crawl-small' && resource.endsWith('mark-died')) {
    return 'used where a worker dies (test/asl/crawls/small-crawl.test.ts)';
  }
  if (action === 's3:DeleteObject' && name === 'crawl-small') {
    return 'used where it finishes a crawl; the machine finishes what it cannot (test/asl/crawls/small-crawl.test.ts)';
  }
  if (action === 's3:DeleteObject' && name === 'advance') {
    return 'used where a level has a million links (engine/advance/line-sorter.test.ts), more than the emulator can carry';
  }
  return null;
}

/** The page of the campaign: every grant, and who noticed that it was gone. */
export function grantsPage(findings: readonly Finding[]): string {
  const tried = findings.filter(({ grant }) => notEvaluated(grant) === null);
  const missed = tried.filter(({ noticed }) => noticed !== null);
  const byName = [...findings].sort((a, b) => nameOf(a.grant).localeCompare(nameOf(b.grant)));
  const rows = byName.map(({ grant, noticed }) => {
    const by = noticed?.check ?? notEvaluated(grant) ?? '**nobody**';
    return `${grantRow(grant, by)} |`;
  });
  return `# Grants

Made by \`npm run test:grants\`; do not edit. The stack is deployed into the emulator, which evaluates the roles of functions. Each grant (one action on one resource) is taken
out of its role's policy, the checks of that function run against the deployment, and it is put back: ${missed.length} of ${tried.length} were missed, by the check that is named here.
A sample of it is part of \`npm run test:deploy\`. What the emulator does not ask for was never missed, and never tried on AWS.

| function or role | action | resource | noticed by |
| --- | --- | --- | --- |
${rows.join('\n')}
`;
}

/** A row of the page, up to what it says of who noticed. */
export const grantRow = (grant: Grant, by: string): string =>
  `| ${nameOf(grant)} | \`${grant.action}\` | \`${resourceName(grant.resource)}\` | ${by}`;

const resourceName = (arn: string): string =>
  arn
    .replace(/^arn:aws:\w+:[^:]*:\d*:/, '')
    .replace('surf-test-', '')
    .replace('-000000000000-us-east-1', '');

/** Of its function, or of the role that no function has. */
const nameOf = ({ function: name, role }: Grant): string =>
  name ?? role.replace(/^surf-test-/, '').replace(/Role.*$/, '');
