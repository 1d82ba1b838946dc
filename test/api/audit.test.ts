import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditLine } from '#engine/audit/audit-lines.ts';
import { type Answer, type ApiBench, openApiBench } from '#test/api/api-bench.ts';
import { type Site, startSite } from '#test/site/site.ts';
import { FaultySite } from '#test/site/sites/faulty-site.ts';

const faulty = new FaultySite();
let site: Site;
let api: ApiBench;
let earlier: string;
let later: string;
beforeAll(async () => {
  site = await startSite({ handler: faulty.handler, hosts: 2 });
  api = openApiBench();
  const workflow = { seeds: [`${site.origin(0)}/`], scope: { exclude: ['*/slow'] }, retry: { attempts: 1 } };
  earlier = await api.crawl(workflow, 'anna');
  faulty.isMended = true;
  later = await api.crawl(workflow, 'anna');
}, 60_000);
afterAll(async () => {
  await api.close();
  await site.close();
});

const audit = (query = '', as: 'anna' | 'bert' = 'anna'): Promise<Answer> =>
  api.send('GET', `/v1/executions/${later}/audit${query}`, { as });

const linesOf = ({ text }: Answer): AuditLine[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as AuditLine);

describe('the audit, through the API', () => {
  it('comes as lines: the counts of all first, then each issue', async () => {
    const answer = await audit('?severity=error');

    expect(answer.status).toBe(200);
    const [summary, ...issues] = linesOf(answer);
    expect(summary).toMatchObject({ type: 'summary', schema: 1, execution: later, severities: { error: 9 } });
    expect(issues.length).toBe(9);
    expect(issues).toContainEqual({
      ...{ type: 'issue', code: 'broken-internal-link', severity: 'error', url: `${site.origin(0)}/gone` },
      ...{ detail: '404', from: `${site.origin(0)}/`, text: '/gone' },
    });
  });

  it('compares with an earlier execution', async () => {
    const [summary, ...issues] = linesOf(await audit(`?compare=${earlier}&kind=missing-title`));

    expect(summary).toMatchObject({ compared: { with: earlier, new: 1, mended: 6, unknown: 0 } });
    expect(issues).toMatchObject([{ code: 'missing-title', state: 'mended', url: `${site.origin(0)}/untitled` }]);
  });

  it('is refused to others, for the execution itself, and for a kind that is none', async () => {
    expect((await audit('', 'bert')).status).toBe(404);
    expect((await audit(`?compare=${later}`)).body).toMatchObject({ code: 'REQUEST_INVALID' });
    expect((await audit('?kind=ugly')).status).toBe(400);
  });
});
