import type { Call, Run } from '#cli/args/command.ts';
import { choiceOf } from '#cli/args/flag.ts';
import { withExecution } from '#cli/backend/open-backend.ts';
import { EXIT } from '#cli/terminal/exit-code.ts';
import { count, counted } from '#cli/terminal/format.ts';
import type { Terminal } from '#cli/terminal/terminal.ts';
import { SurfError } from '#core/error.ts';
import { csvLine } from '#core/export/tables/csv-line.ts';
import { printable } from '#core/model/printable.ts';
import { ExternalState } from '#core/scope/external/external-rules.ts';
import { MAX_DOCUMENT_BYTES, MAX_SEEDS } from '#core/workflow/workflow.ts';
import type { ExternalFilter, ExternalPage, ExternalSums, ExternalView } from '#engine/external/list-external.ts';

type Pages = AsyncIterable<ExternalPage>;

/** `surf external ID`: the register of external links. */
export const run: Run = async (call) => {
  const { write, filter } = formOf(call);
  return await withExecution(call, async (backend, id) => {
    await write(backend.external(id, filter), call.terminal);
    return EXIT.succeeded;
  });
};

type Write = (pages: Pages, terminal: Terminal) => Promise<void>;

function formOf({ flags, json }: Call): { readonly write: Write; readonly filter: ExternalFilter } {
  const given = flags.value('state');
  const host = flags.value('host');
  const state = given === undefined ? undefined : choiceOf('state', given, ExternalState.options);
  const format = choiceOf('format', flags.value('format') ?? 'jsonl', ['jsonl', 'csv']);
  const filter = { ...(state !== undefined && { state }), ...(host !== undefined && { host }) };
  if (flags.has('seeds')) {
    if (state === 'banned') throw bannedSeeds();
    return { write: writeSeeds, filter: { state: 'allowed', ...filter } };
  }
  if (format === 'csv') return { write: writeCsv, filter };
  const isPlain = json || flags.has('format') || process.stdout.isTTY !== true;
  return { write: isPlain ? writeJson : writeText, filter };
}

const bannedSeeds = (): SurfError =>
  new SurfError('COMMAND_USAGE', '--seeds does not go with --state banned', {
    remedy: 'remove the rule from external.banned, and crawl again',
  });

async function writeText(pages: Pages, terminal: Terminal): Promise<void> {
  let sums: ExternalSums | null = null;
  for await (const { register, items } of pages) {
    sums = register;
    for (const { state, url, rule } of items) {
      await terminal.line(`${state.padEnd(9)}  ${printable(url)}${rule === null ? '' : `  (${printable(rule)})`}`);
    }
  }
  terminal.note(sums === null ? 'no execution has left a register yet' : sumsText(sums));
}

function sumsText({ execution, links, leftOut }: ExternalSums): string {
  const all = links.unchecked + links.allowed + links.banned;
  const left = leftOut === 0 ? '' : `; ${count(leftOut)} more found no room`;
  const states = `${count(links.unchecked)} unchecked, ${count(links.allowed)} allowed, ${count(links.banned)} banned`;
  return `${counted(all, 'external link')} after ${execution}: ${states}${left}`;
}

async function writeJson(pages: Pages, terminal: Terminal): Promise<void> {
  let isFirst = true;
  for await (const { register, items } of pages) {
    if (isFirst) await terminal.json({ type: 'register', schema: 1, register });
    isFirst = false;
    for (const item of items) await terminal.json({ type: 'link', ...item });
  }
}

const COLUMNS = [
  'url',
  'state',
  'rule',
  'firstSeenAt',
  'lastSeenAt',
  'execution',
  'from',
] as const satisfies readonly (keyof ExternalView)[];

async function writeCsv(pages: Pages, terminal: Terminal): Promise<void> {
  await terminal.bytes(Buffer.from(csvLine(COLUMNS)));
  for await (const { items } of pages) {
    const rows = items.map((item) => csvLine(COLUMNS.map((name) => item[name])));
    await terminal.bytes(Buffer.from(rows.join('')));
  }
}

/** As many seeds as a workflow may have; the others are counted. */
async function writeSeeds(pages: Pages, terminal: Terminal): Promise<void> {
  const seeds: string[] = [];
  let left = MAX_DOCUMENT_BYTES - 100;
  let more = 0;
  for await (const { items } of pages) {
    for (const { url } of items) {
      left -= Buffer.byteLength(JSON.stringify(url)) + 1;
      if (left < 0 || seeds.length === MAX_SEEDS) more += 1;
      else seeds.push(url);
    }
  }
  if (seeds.length === 0) throw noSeeds();
  await terminal.json({ name: 'external links', seeds });
  if (more > 0) terminal.note(`${counted(more, 'link')} left out: a workflow has no room for more seeds`);
}

const noSeeds = (): SurfError =>
  new SurfError('COMMAND_USAGE', 'the register has no such link: a workflow needs a seed', {
    remedy: 'surf external ID lists all of them; external.allowed says which are allowed',
  });
