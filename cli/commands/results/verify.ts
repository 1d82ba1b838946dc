import type { Run } from '#cli/args/command.ts';
import { withExecution } from '#cli/backend/open-backend.ts';
import { ledger } from '#cli/progress/report.ts';
import { EXIT } from '#cli/terminal/exit-code.ts';
import { bytes, count, counted } from '#cli/terminal/format.ts';
import { printable } from '#core/model/printable.ts';
import { DIFFERENCE_CODES } from '#engine/verify/audit/difference.ts';
import type { VerifyReport } from '#engine/verify/verify.ts';

/** `surf verify ID` */
export const run: Run = (call) =>
  withExecution(call, async (backend, id) => {
    const report = await backend.verify(id);
    if (call.json) await call.terminal.json({ execution: id, ...report });
    else for (const line of linesOf(id, report)) await call.terminal.line(line);
    return report.holds ? EXIT.succeeded : EXIT.difference;
  });

function linesOf(id: string, report: VerifyReport): string[] {
  const { differences, total, counts } = report;
  const read = [
    counted(report.waves, 'wave'),
    counted(report.chunks, 'chunk'),
    counted(report.records, 'record'),
    `${counted(report.pages, 'page')} with ${bytes(report.bytes)}`,
  ];
  const found = differences.flatMap(({ code, where, expected, found: there }) => [
    `  ${code}: ${DIFFERENCE_CODES[code]}`,
    `    in        ${printable(where)}`,
    `    expected  ${printable(expected)}`,
    `    found     ${printable(there)}`,
  ]);
  const more = total > differences.length ? [`  and ${count(total - differences.length)} more`] : [];
  return [
    report.holds ? `${id} holds: the log proves every count` : `${id} does not hold: ${counted(total, 'difference')}`,
    `  read      ${read.join(', ')}`,
    `  of        ${counted(counts.discovered, 'discovered URL')}: ${ledger(counts).join(', ')}`,
    ...found,
    ...more,
  ];
}
