import type { Command } from '#cli/args/command.ts';
import { type Flag, GLOBAL_FLAGS } from '#cli/args/flag.ts';
import { COMMANDS } from '#cli/command-table.ts';

const CODES =
  'Exit codes: 0 succeeded or limited, 1 failed, 2 bad input, 3 verify found a difference, 4 not found, 5 conflict, 130 stopped by Ctrl-C.';

/** `surf --help` */
export function generalHelp(): string {
  const rows = COMMANDS.map(({ name, takes, summary }): Row => [`${name} ${takes}`.trim(), summary]);
  return [
    'surf: crawl the web, politely and exactly. Nothing is ever lost.',
    '',
    'Usage: surf COMMAND [arguments] [flags]',
    '',
    ...table(rows),
    '',
    ...table([...GLOBAL_FLAGS.map(flagRow), ['--version', 'the version of Surf']]),
    '',
    'surf COMMAND --help shows the flags of a command.',
    CODES,
  ].join('\n');
}

/** `surf COMMAND --help` @param fields flags of the workflow's fields */
export function commandHelp(command: Command, fields: readonly Flag[]): string {
  const { name, takes, summary, details, flags } = command;
  const own = flags.length === 0 ? [] : ['', ...table(flags.map(flagRow))];
  const workflow = fields.length === 0 ? [] : ['', 'Fields of the workflow:', ...table(fields.map(flagRow))];
  return [
    `Usage: surf ${`${name} ${takes}`.trim()} [flags]`,
    '',
    `${summary.slice(0, 1).toUpperCase()}${summary.slice(1)}.`,
    ...details,
    ...own,
    ...workflow,
    '',
    'For all commands:',
    ...table(GLOBAL_FLAGS.map(flagRow)),
  ].join('\n');
}

type Row = readonly [left: string, right: string];

const flagRow = ({ name, value, help }: Flag): Row => [`--${name}${value === null ? '' : ` ${value}`}`, help];

/** Widest left column; longer text gets a separate line. */
const MOST_LEFT = 30;

function table(rows: readonly Row[]): string[] {
  const left = Math.min(MOST_LEFT, Math.max(...rows.map(([text]) => text.length)));
  return rows.flatMap(([text, help]) =>
    text.length > left ? [`  ${text}`, `  ${' '.repeat(left)}  ${help}`] : [`  ${text.padEnd(left)}  ${help}`],
  );
}
