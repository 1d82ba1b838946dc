import type { Call, Run } from '#cli/args/command.ts';
import { GLOBAL_FLAGS, RESUME_FLAGS } from '#cli/args/flag.ts';
import { withExecution } from '#cli/backend/open-backend.ts';
import type { RunHandle } from '#cli/backend/run-handle.ts';
import { outputsOf } from '#cli/crawl/crawl-outputs.ts';
import { followExecution } from '#cli/crawl/follow-execution.ts';
import type { LimitsOverride } from '#core/execution/execution.ts';
import { applyFlags } from '#core/workflow/fields/workflow-flags.ts';
import { checkFirstWorkflow } from '#core/workflow/parsing/checked-workflow.ts';

/** `surf resume ID`, with new limits if any are given; `surf continue` is an alias. */
export const run: Run = async (call) => {
  const limits = await limitsOf(call);
  const outputs = await outputsOf(call);
  const changed = Object.keys(limits).length === 0 ? {} : { limits };
  return await withExecution(call, async (backend, id) => {
    const run = await backend.resume(id, { type: 'resume', ...changed });
    noteTakeOver(call, run);
    return await followExecution(call, backend, { run, outputs });
  });
};

/** Somebody may have thought that the other process was dead. */
function noteTakeOver(call: Call, { id, takenFrom = null }: RunHandle): void {
  if (takenFrom === null || call.json) return;
  call.terminal.note(
    `process ${takenFrom} crawled ${id} until now: this process takes over, and that one follows to the end`,
  );
}

/** The limits that were given, checked as in a workflow. */
async function limitsOf({ flags }: Call): Promise<LimitsOverride> {
  const own = [...GLOBAL_FLAGS, ...RESUME_FLAGS];
  const given = flags.all.filter(({ flag }) => !own.some(({ name }) => name === flag));
  const document = applyFlags({ seeds: ['http://localhost/'] }, given) as { limits?: object };
  const { limits } = await checkFirstWorkflow(document);
  const names = new Set(Object.keys(document.limits ?? {}));
  return Object.fromEntries(Object.entries(limits).filter(([name]) => names.has(name))) as LimitsOverride;
}
