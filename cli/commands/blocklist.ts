import type { Call, Run } from '#cli/args/command.ts';
import { withBackend } from '#cli/backend/open-backend.ts';
import type { Blocklist, ListedBlock } from '#cli/stores/blocklist.ts';
import { EXIT } from '#cli/terminal/exit-code.ts';
import { SurfError } from '#core/error.ts';
import { didYouMean } from '#core/faults/nearest-name.ts';
import { printable } from '#core/model/printable.ts';

const ACTIONS = ['add', 'remove'] as const;

/** `surf blocklist`, `surf blocklist add PATTERN`, `surf blocklist remove PATTERN` */
export const run: Run = async (call) => {
  const [action, pattern] = call.positionals;
  if (action !== undefined) checkAction(action, pattern);
  return await withBackend(call, async (backend) => {
    const blocklist = await backend.blocklist();
    if (action === 'add') await show(call, await blocklist.add(pattern ?? '', call.flags.value('note') ?? null));
    else if (action === 'remove') await remove(call, blocklist, pattern ?? '');
    else await list(call, blocklist);
    return EXIT.succeeded;
  });
};

function checkAction(action: string, pattern: string | undefined): void {
  if (!ACTIONS.some((known) => known === action)) {
    throw new SurfError('COMMAND_USAGE', `surf blocklist has no action ${JSON.stringify(action.slice(0, 100))}`, {
      remedy: `${didYouMean(action, ACTIONS, (nearest) => `surf blocklist ${nearest} PATTERN`)}surf blocklist alone lists the entries`,
    });
  }
  if (pattern !== undefined) return;
  throw new SurfError('COMMAND_USAGE', `surf blocklist ${action} needs a pattern`, {
    remedy: `for example surf blocklist ${action} ads.example, or surf blocklist ${action} '*://*/private/*'`,
  });
}

async function list(call: Call, blocklist: Blocklist): Promise<void> {
  const entries = await blocklist.list();
  for (const entry of entries) await show(call, entry);
  if (entries.length === 0 && !call.json)
    call.terminal.note('the blocklist is empty; surf blocklist add HOST blocks a host for every crawl');
}

/** @param pattern an entry's pattern or id */
async function remove(call: Call, blocklist: Blocklist, pattern: string): Promise<void> {
  const entry = (await blocklist.list()).find((one) => one.pattern === pattern || one.id === pattern);
  if (entry === undefined) {
    throw new SurfError('ENTRY_NOT_FOUND', `the blocklist has no entry ${JSON.stringify(pattern.slice(0, 100))}`, {
      remedy: 'surf blocklist lists the entries',
    });
  }
  await blocklist.remove(entry.id);
  if (call.json) await show(call, entry);
  else await call.terminal.line(`${printable(entry.pattern)}: removed`);
}

async function show(call: Call, entry: ListedBlock): Promise<void> {
  if (call.json) await call.terminal.json(entry);
  else {
    const note = entry.note === null ? '' : `  ${printable(entry.note)}`;
    await call.terminal.line(
      `${entry.createdAt.slice(0, 10)}  ${printable(entry.by).padEnd(12)}  ${printable(entry.pattern)}${note}`,
    );
  }
}
