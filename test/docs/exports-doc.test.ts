import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { GLOBAL_FLAGS } from '#cli/args/flag.ts';
import { parseArguments } from '#cli/args/parse-arguments.ts';
import { findCommand } from '#cli/command-table.ts';
import { outputOf } from '#cli/export/output.ts';
import { EXPORT_FORMATS, type ExportFormat, FORMAT_NAMES } from '#engine/export/formats.ts';
import { ROOT } from '#test/architecture/source-files.ts';

const TEXT = readFileSync(`${ROOT}docs/reference/exports.md`, 'utf8');
const EXAMPLES = [...TEXT.matchAll(/^surf export (.*)$/gm)].map(([, words = '']) => words.split(' '));

/** What the words behind `surf export` write. */
function outputIn(words: readonly string[]) {
  const { flags, positionals } = parseArguments(
    words,
    [...(findCommand('export')?.flags ?? []), ...GLOBAL_FLAGS],
    'export',
  );
  return { positionals, ...outputOf(flags.value('out') ?? '', flags.value('format')) };
}

describe('docs/reference/exports.md', () => {
  it('has a chapter, a row and an example of every format, and of no other', () => {
    const chapters = [...TEXT.matchAll(/^## (.*)$/gm)].map(([, name]) => name);

    expect(chapters).toEqual(FORMAT_NAMES);
    for (const name of FORMAT_NAMES) expect(TEXT).toContain(`| [${name}](#${name}) |`);
    expect([...new Set(EXAMPLES.map((words) => outputIn(words).format))]).toEqual(FORMAT_NAMES);
  });

  it('has examples that the command understands', () => {
    for (const words of EXAMPLES) {
      const { positionals, path, format } = outputIn(words);
      const { file, folder }: ExportFormat = EXPORT_FORMATS[format];
      expect(positionals).toEqual(['last']);
      expect(path.endsWith('/') ? folder : file).toBeDefined();
    }
  });

  it('is named by the help of the command', () => {
    const help = findCommand('export')?.details.join('\n') ?? '';

    for (const name of FORMAT_NAMES) expect(help).toContain(name);
  });
});
