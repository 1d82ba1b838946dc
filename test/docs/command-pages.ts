import type { Command } from '#cli/args/command.ts';
import { type Flag, GLOBAL_FLAGS } from '#cli/args/flag.ts';
import { COMMANDS } from '#cli/command-table.ts';
import { wrapped } from '#cli/terminal/wrapped.ts';

const MARK = /^<!-- What follows is written from the command table.*-->$/m;

/**
 * docs/reference/cli.md as it should be: the text above the mark, written by hand, and every
 * command with its flags.
 *
 * @param page docs/reference/cli.md as it is
 * @throws Error when the mark is gone
 */
export function renderCommandDoc(page: string): string {
  const mark = MARK.exec(page);
  if (mark === null) throw new Error('docs/reference/cli.md has no mark above its commands');
  const everywhere = ['## Flags of every command', '', ...tableOf(GLOBAL_FLAGS)];
  const chapters = COMMANDS.map(chapterOf);
  return `${page.slice(0, mark.index)}${mark[0]}\n\n${[everywhere.join('\n'), ...chapters].join('\n\n')}\n`;
}

const FIELDS = {
  none: [],
  workflow: ['Every field of a workflow has a flag, too: see [workflow](workflow.md#fields).'],
  limits: ['Every limit of a workflow has a flag, too: see [workflow](workflow.md#fields).'],
} as const;

function chapterOf({ name, takes, summary, details, flags, fields }: Command): string {
  const lines = [
    `## surf ${`${name} ${takes}`.trim()}`,
    '',
    `${summary.slice(0, 1).toUpperCase()}${summary.slice(1)}.`,
  ];
  const more = [...details, ...FIELDS[fields]];
  if (more.length > 0) lines.push('', ...more.map((detail) => wrapped(`- ${escaped(detail)}`, 98).join('\n  ')));
  if (flags.length > 0) lines.push('', ...tableOf(flags));
  return lines.join('\n');
}

const tableOf = (flags: readonly Flag[]): string[] => [
  '| flag | meaning |',
  '| --- | --- |',
  ...flags.map(
    ({ name, short, value, help }) =>
      `| \`${short === undefined ? '' : `-${short}, `}--${name}${value === null ? '' : ` ${escaped(value)}`}\` | ${escaped(help)} |`,
  ),
];

const escaped = (text: string): string => text.replaceAll('|', '\\|');
