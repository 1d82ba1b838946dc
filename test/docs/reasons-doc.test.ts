import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FAIL_REASON_TABLE, reasonAnchor, SKIP_REASON_TABLE } from '#core/model/reason-table.ts';

const PAGE = new URL('../../docs/semantics.md', import.meta.url);
const [BEGIN, END] = ['<!-- reasons -->', '<!-- /reasons -->'];

/** The page with the tables of today between its two marks. */
function withTables(page: string): string {
  const skipped = SKIP_REASON_TABLE.toSorted((a, b) => a.precedence - b.precedence).map(
    ({ code, precedence, storedNumber, words }) => `| ${named(code)} | ${precedence} | ${storedNumber} | ${words} |`,
  );
  const failed = FAIL_REASON_TABLE.map(({ code, words }) => `| ${named(code)} | ${words} |`);
  const tables = [
    '| skipped | precedence | stored number | meaning |',
    '| --- | --- | --- | --- |',
    ...skipped,
    '',
    '| failed | meaning |',
    '| --- | --- |',
    ...failed,
  ];
  const [before, rest] = page.split(BEGIN);
  return `${before}${BEGIN}\n\n${tables.join('\n')}\n\n${END}${rest?.split(END)[1]}`;
}

const named = (code: string): string => `<a id="${reasonAnchor(code)}"></a>\`${code}\``;

describe('the reasons in docs/semantics.md', () => {
  it('are the rows of the table (UPDATE_DOCS=1 writes them again)', () => {
    const current = withTables(readFileSync(PAGE, 'utf8'));
    if (process.env.UPDATE_DOCS === '1') writeFileSync(PAGE, current);

    expect(readFileSync(PAGE, 'utf8')).toBe(current);
  });
});
