import { expect, it } from 'vitest';
import { auditPage } from '#core/audit/audit-page.ts';
import { type IssueLine, issueLine } from '#core/audit/issue.ts';

it('a report shows what a hostile site says as text, and links http addresses only', async () => {
  const evil = `"><script>alert(1)</script>'\u202e`;
  const issue = { code: 'broken-internal-link' as const, detail: evil, text: evil };
  const issues = async function* (): AsyncGenerator<IssueLine> {
    yield issueLine({ ...issue, url: `https://a.test/${evil}`, from: 'javascript:alert(1)' });
    for (let n = 0; n < 500; n += 1) yield issueLine({ ...issue, url: `https://a.test/${n}`, from: null });
  };
  const head = {
    execution: 'x1',
    name: evil,
    complete: false,
    pages: 1,
    severities: { error: 501, warning: 0, notice: 0 },
    counts: { 'broken-internal-link': { issues: 501, urls: 501 } },
    externalLinks: { notJudged: 2, isRegistered: true, checks: null },
  };

  let html = '';
  for await (const part of auditPage(head, issues())) html += part;

  expect(html).not.toContain('<script');
  expect(html).not.toContain('\u202e');
  expect(html).not.toMatch(/href="(?!https:\/\/a\.test\/|#)/);
  expect(html).toContain('links to other hosts are not judged (2): surf external ');
  expect(html).toContain('&lt;script&gt;');
  expect(html).toContain('And 1 more, which --format csv has.');
  expect(html.match(/<tr><td><a href="https:/g)?.length).toBe(500);
});
