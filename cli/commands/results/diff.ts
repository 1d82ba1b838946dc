import type { Call, Run } from '#cli/args/command.ts';
import type { Backend } from '#cli/backend/backend.ts';
import { withBackend } from '#cli/backend/open-backend.ts';
import { writeDifference } from '#cli/commands/results/page-difference.ts';
import { isComplete, withComparison } from '#cli/export/comparison.ts';
import { type DiffFile, diffFile, writeDiffFile } from '#cli/export/diff-file.ts';
import { EXIT } from '#cli/terminal/exit-code.ts';
import { count, counted } from '#cli/terminal/format.ts';
import { CHANGE_KINDS, type Change, type ChangeKind, type Judgement } from '#core/diff/change.ts';
import { SurfError } from '#core/error.ts';
import { nearestName } from '#core/faults/nearest-name.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { printable } from '#core/model/printable.ts';
import { CHANGE_MARKS } from '#core/revisit/revisit-rules.ts';
import { type Diff, type DiffSummary, diffExecutions } from '#engine/diff/diff-executions.ts';
import type { ExecutionView } from '#engine/overview/describe-execution.ts';

/** `surf diff [BEFORE] AFTER` */
export const run: Run = async (call) => {
  const url = call.flags.value('page');
  if (url !== undefined) refuseFilters(call);
  const kind = kindOf(call);
  const by = judgementOf(call);
  const file = await diffFile(call);
  return await withBackend(call, async (backend) => {
    const { before, after } = await pairOf(backend, call.positionals);
    if (url !== undefined) {
      await writeDifference(call, await backend.difference({ before, after, url }));
      return EXIT.succeeded;
    }
    const pair = { before: await backend.describe(before), after: await backend.describe(after) };
    await withComparison(backend, { before, after, by }, async (input) => {
      await write(call, { ...pair, diff: await diffExecutions(input), kind, file });
    });
    return EXIT.succeeded;
  });
};

/** They choose among pages, and --page has chosen one. */
function refuseFilters({ flags }: Call): void {
  const flag = ['kind', 'by', 'out'].find((name) => flags.value(name) !== undefined);
  if (flag === undefined) return;
  throw new SurfError('COMMAND_USAGE', `--${flag} has no effect with --page`, {
    remedy: 'leave one of them out: --page always compares the words of one main text',
  });
}

function kindOf({ flags }: Call): ChangeKind | null {
  const text = flags.value('kind');
  if (text === undefined) return null;
  const kind = CHANGE_KINDS.find((known) => known === text);
  if (kind !== undefined) return kind;
  throw new SurfError('COMMAND_USAGE', `--kind ${JSON.stringify(text.slice(0, 100))} is unknown`, {
    remedy: `did you mean ${nearestName(text, CHANGE_KINDS)}? kinds are ${CHANGE_KINDS.join(', ')}`,
  });
}

function judgementOf({ flags }: Call): Judgement['by'] {
  const text = flags.value('by') ?? 'text';
  const by = CHANGE_MARKS.find((known) => known === text);
  if (by !== undefined) return by;
  throw new SurfError('COMMAND_USAGE', `--by ${JSON.stringify(text.slice(0, 100))} is unknown`, {
    remedy: 'it is text (the main text) or bytes (any other byte)',
  });
}

interface Pair {
  readonly before: ExecutionId;
  readonly after: ExecutionId;
}

/** Two names are the earlier and the later execution; one name is the later. */
async function pairOf(backend: Backend, names: readonly string[]): Promise<Pair> {
  const [first = '', second] = names;
  if (second === undefined) return await withPrevious(backend, await backend.findExecution(first));
  const pair = { before: await backend.findExecution(first), after: await backend.findExecution(second) };
  refuseOneExecution(pair);
  return pair;
}

/** The one that it is based on, or else the newest of the same name that is older. */
async function withPrevious(backend: Backend, after: ExecutionId): Promise<Pair> {
  const { base, name } = await backend.describe(after);
  if (base !== null) return { before: base, after };
  let isOlder = false;
  for await (const listed of backend.executions()) {
    if (isOlder && listed.name === name) return { before: listed.execution as ExecutionId, after };
    isOlder ||= listed.execution === after;
  }
  throw new SurfError('COMMAND_USAGE', `there is no earlier execution of ${printable(name)}`, {
    remedy: 'name both: surf diff BEFORE AFTER; surf ls lists them',
  });
}

function refuseOneExecution({ before, after }: Pair): void {
  if (before !== after) return;
  throw new SurfError('COMMAND_USAGE', `both names are execution ${before}`, {
    remedy: 'name the earlier execution first, then the later one; surf ls lists them',
  });
}

interface Result {
  readonly before: ExecutionView;
  readonly after: ExecutionView;
  readonly diff: Diff;
  /** Only these; null: all. */
  readonly kind: ChangeKind | null;
  /** Where the changes go; null: to stdout. */
  readonly file: DiffFile | null;
}

async function write(call: Call, { before, after, diff, kind, file }: Result): Promise<void> {
  const asJson = call.json || process.stdout.isTTY !== true;
  const ids = { before: before.execution, after: after.execution };
  const summary: DiffSummary = { type: 'summary', ...ids, complete: isComplete(after), counts: diff.counts };
  const changes = ofKind(diff.changes, kind);
  if (file !== null) {
    await writeDiffFile(file, { summary, changes });
    const [total = '', ...notes] = summaryLines({ before, after, diff });
    for (const line of [`${total}, written to ${call.flags.value('out')}`, ...notes]) call.terminal.note(line);
    return;
  }
  if (asJson) await call.terminal.json(summary);
  else for (const line of summaryLines({ before, after, diff })) await call.terminal.line(line);
  for await (const change of changes) {
    if (asJson) await call.terminal.json({ type: 'change', ...change });
    else await call.terminal.line(lineOf(change));
  }
}

async function* ofKind(changes: AsyncIterable<Change>, kind: ChangeKind | null): AsyncGenerator<Change> {
  for await (const change of changes) if (kind === null || change.kind === kind) yield change;
}

function summaryLines({ before, after, diff: { counts } }: Omit<Result, 'kind' | 'file'>): string[] {
  const differ = CHANGE_KINDS.filter((kind) => counts[kind] > 0).map((kind) => `${count(counts[kind])} ${kind}`);
  const total = differ.length === 0 ? 'no page differs' : differ.join(', ');
  const end = after.reason === null ? after.status : `${after.status} (${after.reason})`;
  return [
    `${total}, ${count(counts.unchanged)} unchanged`,
    ...(after.status === 'succeeded' ? [] : [`the later crawl is ${end}: what it did not reach is unknown`]),
    ...(counts.byBytes === 0 ? [] : [`  ${counted(counts.byBytes, 'page')} compared by bytes: no main text is known`]),
    `  before  ${before.execution}  ${counted(before.pages, 'page')}  ${printable(before.name)}`,
    `  after   ${after.execution}  ${counted(after.pages, 'page')}  ${printable(after.name)}`,
  ];
}

const lineOf = (change: Change): string =>
  `${change.kind.padEnd(8)} ${wordsOf(change).padEnd(24)} ${printable(change.url)}${
    change.title === null ? '' : `  ${printable(change.title)}`
  }`;

function wordsOf(change: Change): string {
  switch (change.kind) {
    case 'added':
      return change.was === null ? '' : `was ${change.was}`;
    case 'removed':
      return change.status === null ? change.reason : `${change.reason} ${change.status}`;
    case 'moved':
      return `from ${printable(change.from)}`;
    case 'changed':
      return change.what.map((part) => (part === 'fields' ? change.fields.map(printable).join(' ') : part)).join(', ');
    case 'unknown':
      return change.reason;
  }
}
