import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Archive } from '#core/archive/archive.ts';
import type { AuditLine } from '#engine/audit/audit-lines.ts';
import { requestedAudit } from '#engine/audit/requested-audit.ts';
import { type Answer, type ApiBench, openApiBench } from '#test/api/api-bench.ts';
import { MemoryClaims } from '#test/fakes/memory/memory-claims.ts';
import { SILENT } from '#test/fakes/silent-telemetry.ts';
import { type Site, startSite } from '#test/site/site.ts';
import { FaultySite } from '#test/site/sites/faulty-site.ts';
import { AuditTicket, auditBy, auditRun } from '../../lambdas/builds/audit-run.ts';

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
});
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
    expect(summary).toMatchObject({ type: 'summary', schema: 1, execution: later, severities: { error: 8 } });
    expect(issues.length).toBe(8);
    expect(issues).toContainEqual({
      type: 'issue',
      code: 'broken-internal-link',
      severity: 'error',
      url: `${site.origin(0)}/gone`,
      detail: '404',
      from: `${site.origin(0)}/`,
      text: '/gone',
    });
  });

  it('compares with an earlier execution', async () => {
    const [summary, ...issues] = linesOf(await audit(`?compare=${earlier}&kind=missing-title`));

    expect(summary).toMatchObject({ compared: { with: earlier, new: 1, mended: 7, unknown: 0 } });
    expect(issues).toMatchObject([{ code: 'missing-title', state: 'mended', url: `${site.origin(0)}/untitled` }]);
  });

  it('has of a comparison the issues in one state, and states in comparisons only', async () => {
    const [summary, ...issues] = linesOf(await audit(`?compare=${earlier}&state=new`));
    const alone = await audit('?state=new');

    expect(summary).toMatchObject({ compared: { new: 1, mended: 7 } });
    expect(issues).toMatchObject([{ code: 'missing-description', state: 'new', url: `${site.origin(0)}/fine` }]);
    expect([alone.status, alone.body.code, alone.body.remedy]).toEqual([
      400,
      'REQUEST_INVALID',
      'name an earlier execution with compare',
    ]);
  });

  it('is refused to others, for the execution itself, and for a kind that is none', async () => {
    expect((await audit('', 'bert')).status).toBe(404);
    expect((await audit(`?compare=${later}`)).body).toMatchObject({ code: 'REQUEST_INVALID' });
    expect((await audit('?kind=ugly')).status).toBe(400);
  });
});

describe('the audit, where another program makes it', () => {
  /** The API of a deployment, and the tickets that it handed over. */
  function deployed({ mostBytes = null as number | null } = {}) {
    const tickets: AuditTicket[] = [];
    const hand = async (ticket: unknown) => void tickets.push(AuditTicket.parse(JSON.parse(JSON.stringify(ticket))));
    const ports = { ...api.ports, requests: new MemoryClaims(), mostBytes };
    const issues = requestedAudit({ ...ports, random: () => 'b1', start: auditBy(hand) });
    const bench = openApiBench({ ...api.ports, issues });
    const ask = (query = '', of = later) => bench.send('GET', `/v1/executions/${of}/audit${query}`, { as: 'anna' });
    return { tickets, ask, close: () => bench.close() };
  }

  const made = async (tickets: readonly AuditTicket[], archive = api.ports.archive): Promise<void> => {
    const tools = api.ports.exports;
    if (tools === null) throw new Error('nothing is audited here');
    for (const ticket of tickets)
      await auditRun({ source: { ...api.ports, archive }, tools, telemetry: SILENT }, ticket);
  };

  it('is reported when it is ready, as where the app makes it, and is made once for all filters', async () => {
    const [whole, errors] = [await audit(), await audit('?severity=error')];
    const { tickets, ask, close } = deployed();

    const [first, second] = [await ask(), await ask('?severity=error')];
    await made(tickets);
    const [third, filtered] = [await ask(), await ask('?severity=error')];
    await close();

    expect([first.status, first.body.code, first.headers.get('retry-after')]).toEqual([409, 'AUDIT_RUNNING', '2']);
    expect(second.body.title).toMatch(/^the audit is being made since 2\d{3}-/);
    expect(tickets).toEqual([{ type: 'audit', id: later, build: expect.stringMatching(/-b1$/) }]);
    expect([third.status, third.text]).toEqual([200, whole.text]);
    expect(filtered.text).toBe(errors.text);
  });

  it('compares with an earlier execution, which is another report', async () => {
    const whole = await audit(`?compare=${earlier}`);
    const { tickets, ask, close } = deployed();

    await ask(`?compare=${earlier}`);
    await made(tickets);
    const answer = await ask(`?compare=${earlier}`);
    await close();

    expect([answer.status, answer.text]).toEqual([200, whole.text]);
  });

  it('is refused with what to do where the answer is too large, and says why it could not be made', async () => {
    const small = deployed({ mostBytes: 2_000 });
    await small.ask();
    await made(small.tickets);
    const [all, one] = [await small.ask(), await small.ask('?kind=redirect-loop')];
    await small.close();
    const broken = deployed();
    const failing = () => Promise.reject(new Error('bucket surf-secret'));
    await broken.ask('', earlier);
    await made(broken.tickets, Object.assign(Object.create(api.ports.archive) as Archive, { get: failing }));
    const answer = await broken.ask('', earlier);
    await broken.close();

    expect([all.status, all.body.code]).toEqual([422, 'ANSWER_TOO_LARGE']);
    expect(all.body.remedy).toContain(`surf audit ${later} --api URL`);
    expect([one.status, linesOf(one)[0]?.type]).toEqual([200, 'summary']);
    expect([answer.status, answer.body.code]).toEqual([503, 'AUDIT_UNAVAILABLE']);
    expect(answer.text).not.toContain('surf-secret');
  });
});
