import type { Call, Run } from '#cli/args/command.ts';
import { withBackend } from '#cli/backend/open-backend.ts';
import { comparedPair } from '#cli/commands/results/compared-pair.ts';
import { writeDifference } from '#cli/commands/results/page-difference.ts';
import { isComplete, withComparison } from '#cli/export/comparison.ts';
import { type DiffFile, diffFile, writeDiffFile } from '#cli/export/diff-file.ts';
import { EXIT } from '#cli/terminal/exit-code.ts';
import { count, counted } from '#cli/terminal/format.ts';
import { CHANGE_KINDS, type Change, type ChangedPart, type ChangeKind, type Judgement } from '#core/diff/change.ts';
import { SurfError } from '#core/error.ts';
import { didYouMean } from '#core/faults/nearest-name.ts';
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
  const links = call.flags.has('links');
  const file = await diffFile(call);
  return await withBackend(call, async (backend) => {
    const { before, after } = await comparedPair(backend, call.positionals);
    if (url !== undefined) {
      await writeDifference(call, await backend.difference({ before, after, url }));
      return EXIT.succeeded;
    }
    const pair = { before: await backend.describe(before), after: await backend.describe(after) };
    await withComparison(backend, { before, after, by, links }, async (input) => {
      await write(call, { ...pair, diff: await diffExecutions(input), kind, file, links });
    });
    return EXIT.succeeded;
  });
};

/** Refuses flags that choose among pages, because --page has chosen one. */
function refuseFilters({ flags }: Call): void {
  const given = ['kind', 'by', 'out'].find((name) => flags.value(name) !== undefined);
  const flag = given ?? (flags.has('links') ? 'links' : undefined);
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
    remedy: `${didYouMean(text, CHANGE_KINDS)}kinds are ${CHANGE_KINDS.join(', ')}`,
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

interface Result {
  readonly before: ExecutionView;
  readonly after: ExecutionView;
  readonly diff: Diff;
  /** The only kind to write; null for all. */
  readonly kind: ChangeKind | null;
  /** File for the changes; null for stdout. */
  readonly file: DiffFile | null;
  /** True if links were compared. */
  readonly links: boolean;
}

async function write(call: Call, { before, after, diff, kind, file, links }: Result): Promise<void> {
  const asJson = call.json || process.stdout.isTTY !== true;
  const ids = { before: before.execution, after: after.execution };
  const summary: DiffSummary = { type: 'summary', ...ids, complete: isComplete(after), counts: diff.counts };
  const changes = ofKind(diff.changes, kind);
  if (file !== null) {
    await writeDiffFile(file, { summary, changes });
    const [total = '', ...notes] = summaryLines({ before, after, diff, links });
    for (const line of [`${total}, written to ${call.flags.value('out')}`, ...notes]) call.terminal.note(line);
    return;
  }
  if (asJson) await call.terminal.json(summary);
  else for (const line of summaryLines({ before, after, diff, links })) await call.terminal.line(line);
  for await (const change of changes) {
    if (asJson) await call.terminal.json({ type: 'change', ...change });
    else await call.terminal.line(lineOf(change));
  }
}

async function* ofKind(changes: AsyncIterable<Change>, kind: ChangeKind | null): AsyncGenerator<Change> {
  for await (const change of changes) if (kind === null || change.kind === kind) yield change;
}

function summaryLines({ before, after, diff: { counts }, links }: Omit<Result, 'kind' | 'file'>): string[] {
  const differ = CHANGE_KINDS.filter((kind) => counts[kind] > 0).map((kind) => `${count(counts[kind])} ${kind}`);
  const total = differ.length === 0 ? 'no page differs' : differ.join(', ');
  const end = after.reason === null ? after.status : `${after.status} (${after.reason})`;
  return [
    `${total}, ${count(counts.unchanged)} unchanged`,
    ...(after.status === 'succeeded' ? [] : [`the later crawl is ${end}: what it did not reach is unknown`]),
    ...(counts.byBytes === 0 ? [] : [`  ${counted(counts.byBytes, 'page')} compared by bytes: no main text is known`]),
    ...(links ? [linksLine(counts)] : []),
    `  before  ${before.execution}  ${counted(before.pages, 'page')}  ${printable(before.name)}`,
    `  after   ${after.execution}  ${counted(after.pages, 'page')}  ${printable(after.name)}`,
  ];
}

const linksLine = ({ linksAdded, linksRemoved }: Diff['counts']): string =>
  `  changed pages have ${counted(linksAdded, 'link')} more and ${counted(linksRemoved, 'link')} fewer`;

const lineOf = (change: Change): string =>
  `${change.kind.padEnd(8)} ${wordsOf(change).padEnd(24)} ${printable(change.url)}${
    change.title === null ? '' : `  ${printable(change.title)}`
  }`;

function wordsOf(change: Change): string {
  switch (change.kind) {
    case 'added':
      return change.was === null ? '' : `was ${change.was}`;
    case 'removed':
      return [change.reason, change.status, ...(change.to === undefined ? [] : ['to', printable(change.to)])]
        .filter((word) => word !== null)
        .join(' ');
    case 'moved':
      return `from ${printable(change.from)}`;
    case 'changed':
      return change.what.map((part) => wordsOfPart(part, change)).join(', ');
    case 'unknown':
      return change.status === null ? change.reason : `${change.reason} ${change.status}`;
    case 'redirect':
      return `now ${printable(change.to ?? NOT_KNOWN)}, before ${printable(change.toBefore ?? NOT_KNOWN)}`;
    case 'status':
      return `now ${change.status}, before ${change.statusBefore}`;
  }
}

/** Target of a redirect that a tick kept. */
const NOT_KNOWN = 'another address';

function wordsOfPart(part: ChangedPart, { fields, links }: Extract<Change, { kind: 'changed' }>): string {
  if (part === 'fields') return fields.map(printable).join(' ');
  return part === 'links' && links !== undefined ? `links +${links.added} -${links.removed}` : part;
}
