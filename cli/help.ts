import type { Command } from '#cli/args/command.ts';
import { type Flag, GLOBAL_FLAGS } from '#cli/args/flag.ts';
import { COMMANDS } from '#cli/command-table.ts';
import { withDocsPlace } from '#cli/terminal/documentation.ts';
import { wrapped } from '#cli/terminal/wrapped.ts';

const CODES =
  'Exit codes: 0 succeeded or limited, 1 failed, 2 bad input, 3 verify found a difference, 4 not found, 5 conflict, 130 stopped by Ctrl-C.';

const EXAMPLES: readonly Row[] = [
  ['surf example.org', 'crawl a site, politely, 10,000 pages at most'],
  ['surf docs.example.org -o docs.md', 'its main text as Markdown'],
  ['surf shop.example --select price=.price -o shop.csv', 'values of its pages as a table'],
  ['surf status last', 'the state of the newest crawl'],
];

/** `surf --help` @param width characters of a line */
export function generalHelp(width: number): string {
  const rows = COMMANDS.map(({ name, takes, summary }): Row => [`${name} ${takes}`.trim(), summary]);
  return [
    'surf: crawl the web, politely and exactly. Nothing is ever lost.',
    '',
    'Usage: surf URL… [flags], surf COMMAND [arguments] [flags]',
    '',
    ...table(EXAMPLES, width),
    '',
    'Commands:',
    ...table(rows, width),
    '',
    'Flags of every command:',
    ...table([...GLOBAL_FLAGS.map(flagRow), ['--version', 'the version of Surf']], width),
    '',
    'surf COMMAND --help shows the flags of a command.',
    withDocsPlace('docs/README.md links to tutorial, how-to guides and reference.'),
    ...wrapped(CODES, width),
  ].join('\n');
}

/** `surf COMMAND --help` @param options.fields flags of the workflow's fields */
export function commandHelp(command: Command, options: { fields: readonly Flag[]; width: number }): string {
  const { name, takes, summary, details, flags } = command;
  const { fields, width } = options;
  const own = flags.length === 0 ? [] : ['', ...table(flags.map(flagRow), width)];
  return [
    `Usage: surf ${`${name} ${takes}`.trim()} [flags]`,
    '',
    ...wrapped(`${summary.slice(0, 1).toUpperCase()}${summary.slice(1)}.`, width),
    ...details.flatMap((line) => wrapped(line, width)),
    ...own,
    ...groupLines(fields, width),
    '',
    'Flags of every command:',
    ...table(GLOBAL_FLAGS.map(flagRow), width),
  ].join('\n');
}

/** Fields of the workflow under their headings, in the order of the schema. */
function groupLines(fields: readonly Flag[], width: number): string[] {
  const groups = Map.groupBy(fields, ({ group }) => group ?? '');
  return [...groups].flatMap(([group, flags]) => ['', `${group}:`, ...table(flags.map(flagRow), width)]);
}

type Row = readonly [left: string, right: string];

const flagRow = ({ name, short, value, help }: Flag): Row => [
  `${short === undefined ? '' : `-${short}, `}--${name}${value === null ? '' : ` ${value}`}`,
  help,
];

/** Widest left column; longer text gets a separate line. */
const MOST_LEFT = 30;

function table(rows: readonly Row[], width: number): string[] {
  const left = Math.min(MOST_LEFT, Math.max(...rows.map(([text]) => text.length)));
  const indent = ' '.repeat(left + 4);
  return rows.flatMap(([text, help]) => {
    const [first = '', ...more] = wrapped(help, width - left - 4);
    const head = text.length > left ? [`  ${text}`, indent + first] : [`  ${text.padEnd(left)}  ${first}`];
    return [...head, ...more.map((line) => indent + line)];
  });
}
