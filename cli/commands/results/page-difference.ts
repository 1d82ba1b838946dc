import type { Call } from '#cli/args/command.ts';
import { counted } from '#cli/terminal/format.ts';
import type { PageDifference } from '#core/diff/page-difference.ts';
import { printable, printableText } from '#core/model/printable.ts';

/**
 * Writes the difference between two texts of a page, in the form of `git diff --word-diff` or as
 * JSON.
 */
export async function writeDifference(call: Call, difference: PageDifference): Promise<void> {
  if (call.json || process.stdout.isTTY !== true) await call.terminal.json(difference);
  else for (const line of differenceLines(difference)) await call.terminal.line(line);
}

export function differenceLines({ url, before, after, removed, added, cut, hunks }: PageDifference): string[] {
  const total =
    hunks.length === 0
      ? 'the main text is the same'
      : `${counted(removed, 'word')} removed, ${counted(added, 'word')} added`;
  return [
    `${total}  ${printable(url)}`,
    versionLine('before', before),
    versionLine('after', after),
    ...hunks.flatMap(({ parts }) => [
      '',
      ...parts.map(marked).join('').replace(/\n$/, '').split('\n').map(printableText),
    ]),
    ...(cut ? ['', 'the rest is left out: the difference is longer than 256 Ki characters'] : []),
  ];
}

const versionLine = (name: string, { execution, fetchedAt, title }: PageDifference['before']): string =>
  `  ${name.padEnd(7)} ${execution}  ${fetchedAt ?? ''}  ${printable(title ?? '')}`.trimEnd();

const marked = ({ is, text }: PageDifference['hunks'][number]['parts'][number]): string =>
  is === 'same' ? text : is === 'removed' ? `[-${text}-]` : `{+${text}+}`;
