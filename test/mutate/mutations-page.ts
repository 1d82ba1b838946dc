import type { Mutation } from '#test/mutate/mutation.ts';

/** A rule that was broken, and who noticed. */
export interface Noticed {
  readonly test: string;
  readonly file: string;
  readonly seconds: number;
}

/** What a campaign found, by rule. */
export interface Campaign {
  readonly noticed: ReadonlyMap<string, Noticed>;
  /** ISO date, and what it ran on. */
  readonly date: string;
  readonly machine: string;
  readonly commit: string;
  readonly seconds: number;
}

const INTRO = `# Mutations

A test that cannot fail proves nothing. \`npm run mutate\` breaks the rules below one at a time in a copy of the last commit, and runs the tests that
should notice: each break must make a test fail, or the command ends with 1. The source text that is replaced must be there exactly once, so that a
break that is out of date is an error. It prints this table and writes this page; [test/mutate](../test/mutate/mutations.ts) has what is replaced by what.
`;

/** The page that \`npm run mutate\` writes. */
export function mutationsPage(
  groups: Readonly<Record<string, readonly Mutation[]>>,
  { noticed, date, machine, commit, seconds }: Campaign,
): string {
  const all = Object.values(groups).flat();
  const found = all.filter(({ rule }) => noticed.has(rule)).length;
  const summary = `Last run: ${date}, ${machine}, commit ${commit}: **${found} of ${all.length} breaks were noticed**, in ${Math.round(seconds / 60)} minutes.`;
  const tables = Object.entries(groups).map(([title, members]) => `## ${title}\n\n${tableOf(members, noticed)}`);
  return `${INTRO}\n${summary}\n\n${tables.join('\n\n')}\n`;
}

/** Head of a row, up to what a run found: every run writes the same. */
export const rowHead = ({ rule, file, broken }: Mutation): string =>
  `| ${cell(rule)} | [${file}](../${file}) | ${cell(broken)} |`;

function tableOf(members: readonly Mutation[], noticed: Campaign['noticed']): string {
  const head = '| rule | file | change | failing test | seconds |\n| --- | --- | --- | --- | --- |';
  const rows = members.map((mutation) => {
    const { test = '**none**', file = '', seconds = 0 } = noticed.get(mutation.rule) ?? {};
    const where = file === '' ? '' : ` ([${file}](../${file}))`;
    return `${rowHead(mutation)} ${cell(test)}${where} | ${seconds.toFixed(1)} |`;
  });
  return [head, ...rows].join('\n');
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
