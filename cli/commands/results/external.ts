import type { Call, Run } from '#cli/args/command.ts';
import { choiceOf } from '#cli/args/flag.ts';
import type { Backend } from '#cli/backend/backend.ts';
import { withExecution } from '#cli/backend/open-backend.ts';
import { withExport } from '#cli/export/write-export.ts';
import { sumsText } from '#cli/progress/totals/external-sums.ts';
import { EXIT } from '#cli/terminal/exit-code.ts';
import { counted } from '#cli/terminal/format.ts';
import type { Terminal } from '#cli/terminal/terminal.ts';
import { SurfError } from '#core/error.ts';
import { csvLine } from '#core/export/tables/csv-line.ts';
import { CHECK_DAYS, checkDocument, MOST_DAYS } from '#core/external/check-document.ts';
import { CheckState } from '#core/external/external-check.ts';
import type { ExternalFilter, ExternalPage, ExternalSums, ExternalView } from '#core/external/external-view.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { printable } from '#core/model/printable.ts';
import { ExternalState } from '#core/scope/external/external-rules.ts';
import type { ProxyValue } from '#core/secrets/proxy-value.ts';
import { MAX_DOCUMENT_BYTES, MAX_SEEDS } from '#core/workflow/workflow.ts';

type Pages = AsyncIterable<ExternalPage>;

/** `surf external ID`: the register of external links. */
export const run: Run = async (call) => {
  const { write, filter } = formOf(call);
  return await withExecution(call, async (backend, id) => {
    await write(backend.external(id, filter), call.terminal, () => proxyOf(backend, id));
    return EXIT.succeeded;
  });
};

/** @param proxy of the workflow that the execution ran */
type Write = (pages: Pages, terminal: Terminal, proxy: () => Promise<ProxyValue | null>) => Promise<void>;

const proxyOf = (backend: Backend, id: ExecutionId): Promise<ProxyValue | null> =>
  withExport(
    { supply: (scratch) => backend.exports(scratch), beside: null },
    { id },
    async ({ supply }) => (await supply.definition(id)).fetch.proxy,
  );

const STATES = [...ExternalState.options, ...CheckState.options] as const;

function formOf({ flags, json }: Call): { readonly write: Write; readonly filter: ExternalFilter } {
  const given = flags.value('state');
  const host = flags.value('host');
  const state = given === undefined ? undefined : choiceOf('state', given, STATES);
  const format = choiceOf('format', flags.value('format') ?? 'jsonl', ['jsonl', 'csv']);
  const filter = { ...(state !== undefined && { state }), ...(host !== undefined && { host }) };
  if (flags.has('check')) {
    const days = wholeNumber(flags.value('days') ?? String(CHECK_DAYS));
    return { write: writeCheck, filter: { ...filter, dueDays: days } };
  }
  if (flags.has('days')) throw onlyWithCheck();
  if (flags.has('seeds')) {
    if (state === 'banned') throw bannedSeeds();
    return { write: writeSeeds, filter: { state: 'allowed', ...filter } };
  }
  if (format === 'csv') return { write: writeCsv, filter };
  const isPlain = json || flags.has('format') || process.stdout.isTTY !== true;
  return { write: isPlain ? writeJson : writeText, filter };
}

function wholeNumber(text: string): number {
  if (/^\d{1,4}$/.test(text) && Number(text) <= MOST_DAYS) return Number(text);
  throw new SurfError('COMMAND_USAGE', `--days ${JSON.stringify(text.slice(0, 50))} is not a number of days`, {
    remedy: `give a whole number from 0 to ${MOST_DAYS}`,
  });
}

const onlyWithCheck = (): SurfError =>
  new SurfError('COMMAND_USAGE', '--days requires --check', { remedy: 'add --check, or leave it out' });

const bannedSeeds = (): SurfError =>
  new SurfError('COMMAND_USAGE', '--seeds cannot be combined with --state banned', {
    remedy: 'remove the rule from external.banned, and crawl again',
  });

async function writeText(pages: Pages, terminal: Terminal): Promise<void> {
  let sums: ExternalSums | null = null;
  let shown = 0;
  for await (const { register, items } of pages) {
    sums = register;
    shown += items.length;
    for (const { state, url, rule, check } of items) {
      const by = rule === null ? '' : `  (${printable(rule)})`;
      await terminal.line(`${state.padEnd(9)}  ${checkText(check).padEnd(16)}  ${printable(url)}${by}`);
    }
  }
  terminal.note(sums === null ? 'no execution has left a register yet' : sumsText(sums, shown));
}

const checkText = (check: ExternalView['check']): string =>
  check === null ? '-' : `${check.state} ${check.status ?? check.reason ?? ''}`.trimEnd();

async function writeJson(pages: Pages, terminal: Terminal): Promise<void> {
  let isFirst = true;
  for await (const { register, items } of pages) {
    if (isFirst) await terminal.json({ type: 'register', schema: 1, register });
    isFirst = false;
    for (const item of items) await terminal.json({ type: 'link', ...item });
  }
}

const COLUMNS = ['url', 'state', 'rule', 'firstSeenAt', 'lastSeenAt', 'execution', 'from'] as const;
const CHECK_COLUMNS = ['state', 'status', 'reason', 'at', 'since'] as const;

async function writeCsv(pages: Pages, terminal: Terminal): Promise<void> {
  await terminal.bytes(Buffer.from(csvLine([...COLUMNS, 'check', 'status', 'reason', 'checkedAt', 'since'])));
  for await (const { items } of pages) {
    const rows = items.map((item) => csvLine(cellsOf(item)));
    await terminal.bytes(Buffer.from(rows.join('')));
  }
}

const cellsOf = (item: ExternalView): (string | number | null)[] => [
  ...COLUMNS.map((name) => item[name]),
  ...CHECK_COLUMNS.map((name) => item.check?.[name] ?? null),
];

const writeSeeds: Write = async (pages, terminal) => {
  const { seeds } = await seedsOf(pages, terminal);
  if (seeds.length === 0) throw noSeeds('the register has no such link: a workflow needs a seed');
  await terminal.json({ name: 'external links', seeds });
};

/**
 * Writes the workflow of a check, which goes through the crawl's proxy. Links without room go into
 * the next one, when the others are no longer due.
 */
const writeCheck: Write = async (pages, terminal, proxy) => {
  const { seeds, execution } = await seedsOf(pages, terminal);
  if (execution === null) throw noSeeds('no execution has left a register yet');
  if (seeds.length === 0) throw noSeeds('no external link is due');
  await terminal.json(checkDocument(execution, seeds, { proxy: await proxy() }));
};

/** Reads as many seeds as a workflow may have, and counts the rest. */
async function seedsOf(pages: Pages, terminal: Terminal): Promise<{ seeds: string[]; execution: string | null }> {
  const seeds: string[] = [];
  let execution: string | null = null;
  let left = MAX_DOCUMENT_BYTES - 100;
  let more = 0;
  for await (const { register, items } of pages) {
    execution = register?.execution ?? null;
    for (const { url } of items) {
      left -= Buffer.byteLength(JSON.stringify(url)) + 1;
      if (left < 0 || seeds.length === MAX_SEEDS) more += 1;
      else seeds.push(url);
    }
  }
  if (more > 0) terminal.note(`${counted(more, 'link')} left out: a workflow takes no more seeds`);
  return { seeds, execution };
}

const noSeeds = (what: string): SurfError =>
  new SurfError('COMMAND_USAGE', what, {
    remedy: 'surf external ID lists all of them; external.allowed says which are allowed',
  });
