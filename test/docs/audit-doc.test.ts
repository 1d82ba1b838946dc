import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ISSUE_CODES, ISSUE_KINDS } from '#core/audit/issue-kinds.ts';

const PAGE = new URL('../../docs/how-to/audit.md', import.meta.url);
const TABLE = /(?<=<!-- kinds -->\n)[\s\S]*(?=<!-- \/kinds -->)/;

/** The table as the page has it; `UPDATE_DOCS=1` writes it. */
function kindsTable(): string {
  const rows = ISSUE_CODES.map((code) => {
    const { severity, title, remedy } = ISSUE_KINDS[code];
    return `| \`${code}\` | ${severity} | ${title} | ${remedy} |\n`;
  });
  return `\n| code | severity | issue | how to fix it |\n| --- | --- | --- | --- |\n${rows.join('')}\n`;
}

it('the page about audits has every kind of issue with what to do about it', () => {
  const page = readFileSync(PAGE, 'utf8');
  const updated = page.replace(TABLE, kindsTable());
  if (process.env.UPDATE_DOCS === '1') writeFileSync(PAGE, updated);

  expect(updated === page || process.env.UPDATE_DOCS === '1').toBe(true);
  expect(updated).toContain('| `broken-internal-link` | error |');
});
