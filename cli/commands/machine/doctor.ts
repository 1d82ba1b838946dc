import type { Call, Run } from '#cli/args/command.ts';
import { serverOption } from '#cli/args/server-option.ts';
import { withDataFolder } from '#cli/backend/open-backend.ts';
import { awsChecks } from '#cli/doctor/aws-checks.ts';
import type { Finding } from '#cli/doctor/finding.ts';
import { folderChecks } from '#cli/doctor/folder-checks.ts';
import { machineChecks } from '#cli/doctor/machine-checks.ts';
import { EXIT } from '#cli/terminal/exit-code.ts';
import { counted } from '#cli/terminal/format.ts';
import { printable } from '#core/model/printable.ts';

/** `surf doctor`: problems that could keep a crawl from working here, and their remedies. */
export const run: Run = async (call) => {
  const findings = [
    ...(await machineChecks(process.env)),
    ...(await placeChecks(call)),
    ...(await awsChecks(process.env)),
  ];
  for (const finding of findings) await show(call, finding);
  const [failed, warned] = (['fail', 'warn'] as const).map(
    (state) => findings.filter((one) => one.state === state).length,
  );
  if (!call.json) await call.terminal.line(summaryOf(failed ?? 0, warned ?? 0));
  return (failed ?? 0) > 0 ? EXIT.failed : EXIT.succeeded;
};

/** Checks of the server that the call names, else of the data folder. */
async function placeChecks(call: Call): Promise<Finding[]> {
  const named = serverOption(call.flags, process.env);
  if (named === null) return await withDataFolder(call, 'surf doctor', (backend) => folderChecks(call.data, backend));
  const [{ serverOf }, { serverChecks }] = await Promise.all([
    import('#cli/backend/open-server.ts'),
    import('#cli/doctor/server-checks.ts'),
  ]);
  return await serverChecks(await serverOf(named));
}

async function show(call: Call, finding: Finding): Promise<void> {
  if (call.json) return await call.terminal.json(finding);
  const { check, state, says, mend } = finding;
  await call.terminal.line(`${state.padEnd(4)}  ${check.padEnd(12)}  ${printable(says)}`);
  if (mend !== null) await call.terminal.line(`${' '.repeat(20)}${printable(mend)}`);
}

function summaryOf(failed: number, warned: number): string {
  if (failed > 0) return `${counted(failed, 'check')} failed: fix that before you crawl`;
  return warned === 0 ? 'all is well' : `${counted(warned, 'check')} warned: a crawl works, perhaps not as it should`;
}
