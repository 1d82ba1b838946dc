import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DeployedPlace } from '#test/deploy/deployed/deployed-sample.ts';
import { DeployedRoles } from '#test/deploy/grants/deployment-grants.ts';
import { deployFunction, functionArn } from '#test/deploy/plugins/deployed-function.ts';
import { startSite } from '#test/site/site.ts';

/** For a machine that does much else. */
const PATIENCE_MS = 15 * 60_000;
const READING_TIME = fileURLToPath(new URL('../../../examples/plugins/reading-time.ts', import.meta.url));
const BEHAVIOURS = fileURLToPath(new URL('../../fakes/plugins/behaviours.ts', import.meta.url));
const LAMBDA_ENDS_SECONDS = 2;

/**
 * Of surf.config.json. Only what is to time out has little time: a busy machine starts functions
 * slowly. Nobody has deployed the last one.
 */
export const DEPLOYED_PLUGINS = [
  { name: 'says', functionArn: functionArn('says'), storesData: true, timeoutSeconds: 30, memoryMb: 256 },
  { name: 'reading-time', functionArn: functionArn('reading-time'), storesData: false, timeoutSeconds: 30 },
  { name: 'hasty', functionArn: functionArn('hasty'), storesData: false, timeoutSeconds: 1 },
  { name: 'brief', functionArn: functionArn('brief'), storesData: false, timeoutSeconds: 30 },
  { name: 'gone', functionArn: functionArn('gone'), storesData: false },
];

interface RecordLine {
  readonly title: string;
  readonly status: number;
  readonly record: Readonly<Record<string, unknown>>;
  readonly recordErrors: readonly { readonly field: string; readonly code: string; readonly message: string }[];
}

/** What `says` does wrong, by the title of the page. */
const FAULTS: Readonly<Record<string, readonly [code: string, message: string]>> = {
  throws: ['plugin-failed', ': out of order'],
  exits: ['plugin-failed', 'it threw '],
  refuses: ['plugin-failed', 'no such language'],
  'a list': ['plugin-failed', 'its answer is not a JSON object with fields'],
  nothing: ['plugin-failed', 'its answer is not a JSON object with fields'],
  huge: ['too-large', 'it answered more than 64 KiB'],
};

/** Errors of the record of a page whose title makes plug-ins hang or spin. */
const UNANSWERED = [
  { field: 'hasty', code: 'plugin-timeout', message: 'it gave no answer in 1000 ms' },
  { field: 'brief', code: 'plugin-timeout', message: expect.stringContaining('Task timed out after 2') },
  { field: 'gone', code: 'plugin-failed', message: 'its function could not be called: ResourceNotFoundException' },
];

/** Functions of the deployer that a crawl of the deployed stack calls. */
export function pluginsSuite(deployment: () => DeployedPlace): void {
  describe('plug-ins of a deployment (S21)', () => {
    beforeAll(() => deployAll(deployment()), PATIENCE_MS);

    it('get each page and add their fields; one that throws, hangs or answers nonsense costs no page', {
      timeout: PATIENCE_MS,
    }, async () => {
      const place = deployment();
      const titles = [...Object.keys(FAULTS), 'fine'];

      const [answered, unanswered] = await Promise.all([
        crawled(place, titles, ['reading-time', 'says']), // the order is that of the settings
        crawled(place, ['hangs', 'spins'], ['hasty', 'brief', 'gone']),
      ]);

      const byTitle = new Map(answered.records.map((line) => [line.title, line]));
      expect([answered.end, answered.counts, answered.holds, byTitle.size]).toMatchObject([
        ['succeeded', null],
        { stored: 8, failed: {} },
        true,
        8,
      ]);
      for (const [title, [code, message]] of Object.entries(FAULTS)) {
        const { record, recordErrors } = byTitle.get(title) ?? {};
        expect([title, recordErrors]).toEqual([
          title,
          [{ field: 'says', code, message: expect.stringContaining(message) }],
        ]);
        expect([title, record]).toEqual([title, wordsOf(title)]);
      }
      for (const title of ['start', 'fine']) {
        const { record, recordErrors } = byTitle.get(title) ?? {};
        expect([recordErrors, record]).toEqual([
          [],
          { 'says.title': title, 'says.calls': expect.any(Number), 'says.seen': [], ...wordsOf(title) },
        ]);
      }
      expect(answered.faults).toEqual([
        { field: 'says', code: 'plugin-failed', records: 5, url: expect.any(String) },
        { field: 'says', code: 'too-large', records: 1, url: expect.any(String) },
      ]);
      expect([unanswered.counts, unanswered.holds]).toMatchObject([{ stored: 3, failed: {} }, true]);
      for (const title of ['hangs', 'spins']) {
        const faults = unanswered.records.flatMap((line) => (line.title === title ? [line.recordErrors] : []));
        expect([title, faults]).toEqual([title, [UNANSWERED]]);
      }
    });

    it('are called by the right that the settings give to workers: without it each record says so', {
      timeout: PATIENCE_MS,
    }, async () => {
      const place = deployment();
      const roles = await DeployedRoles.open(place.surf.deployment);
      const rights = roles.grants.filter(({ resource }) => resource === functionArn('reading-time'));
      const crawl = () => crawled(place, ['fine'], ['reading-time']);

      const denied = await rights.reduce((work, right) => () => roles.without(right, work), crawl)();

      expect(rights.map(({ function: name, action }) => [name, action]).sort()).toEqual([
        ['crawl-few-hosts', 'lambda:InvokeFunction'],
        ['crawl-many-hosts', 'lambda:InvokeFunction'],
      ]);
      expect(denied.counts).toMatchObject({ stored: 2, failed: {} });
      expect(denied.records.map(({ recordErrors }) => recordErrors)).toEqual(
        Array(2).fill([
          {
            field: 'reading-time',
            code: 'plugin-failed',
            message: 'its function could not be called: AccessDeniedException',
          },
        ]),
      );
    });

    it('are visible to every caller; any other name is refused when a workflow is saved', async () => {
      const { callers } = deployment();
      const body = { seeds: ['http://a.example/'], plugins: ['raeding-time'] };
      const { body: me } = await callers.send('GET', '/v1/me', { as: 'anna' });
      const refused = await callers.send('POST', '/v1/workflows', { body });

      expect(me.plugins).toEqual([
        { name: 'says', storesData: true, timeoutSeconds: 30 },
        { name: 'reading-time', storesData: false, timeoutSeconds: 30 },
        { name: 'hasty', storesData: false, timeoutSeconds: 1 },
        { name: 'brief', storesData: false, timeoutSeconds: 30 },
        { name: 'gone', storesData: false, timeoutSeconds: 5 },
      ]);
      expect([refused.status, refused.body]).toMatchObject([
        422,
        { code: 'PLUGIN_UNKNOWN', title: expect.stringContaining('there are says, reading-time, hasty, brief, gone') },
      ]);
    });
  });
}

/** What the example of docs/how-to/extend.md says of a page: its title is text, too. */
const wordsOf = (title: string) => ({
  'reading-time.words': title.split(' ').length + 2,
  'reading-time.minutes': 1,
  'reading-time.ok': true,
});

async function deployAll({ surf }: DeployedPlace): Promise<void> {
  const { deployment } = surf;
  await deployFunction(deployment, { name: 'says', module: BEHAVIOURS, timeoutSeconds: 60 });
  await deployFunction(deployment, { name: 'hasty', module: BEHAVIOURS, timeoutSeconds: 10 });
  await deployFunction(deployment, { name: 'reading-time', module: READING_TIME, timeoutSeconds: 30 });
  await deployFunction(deployment, { name: 'brief', module: BEHAVIOURS, timeoutSeconds: LAMBDA_ENDS_SECONDS });
}

/** A crawl of a page `start` and a page for each title, and what is said of it. */
async function crawled({ callers }: DeployedPlace, titles: readonly string[], plugins: readonly string[]) {
  const site = await startSite({
    handler: (exchange) => {
      const links = titles.map((_, n) => `<a href="/${n}"></a>`).join('');
      const path = exchange.url.pathname.slice(1);
      if (path === '') return exchange.html(`<title>start</title><p>one word${links}`);
      const title = titles[Number(path)];
      if (title === undefined) return exchange.send(404, {});
      exchange.html(`<title>${title}</title><p>one word`);
    },
  });
  const workflow = { name: 'plugged', seeds: [`${site.origin(0)}/`], plugins };
  const id = await callers.crawl(workflow).finally(() => site.close());
  const { body: execution } = await callers.send('GET', `/v1/executions/${id}`);
  const { body: page } = await callers.send('GET', `/v1/executions/${id}/records?limit=25`);
  const { body: action } = await callers.send('POST', `/v1/executions/${id}/actions`, { body: { action: 'verify' } });
  return {
    end: [execution.status, execution.reason],
    counts: execution.counts,
    faults: execution.recordFaults,
    records: page.items as readonly RecordLine[],
    holds: (action.verification as { readonly holds: boolean }).holds,
  };
}
