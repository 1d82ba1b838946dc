import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fieldFlags } from '#cli/args/field-flags.ts';
import { GLOBAL_FLAGS } from '#cli/args/flag.ts';
import { parseArguments } from '#cli/args/parse-arguments.ts';
import { COMMANDS, findCommand } from '#cli/command-table.ts';
import { EXIT } from '#cli/terminal/exit-code.ts';
import { renderCommandDoc } from '#test/docs/command-pages.ts';

const PAGE = new URL('../../docs/reference/cli.md', import.meta.url);

describe('docs/reference/cli.md', () => {
  it('is what the command table says (UPDATE_DOCS=1 writes it again)', () => {
    const current = renderCommandDoc(readFileSync(PAGE, 'utf8'));
    if (process.env.UPDATE_DOCS === '1') writeFileSync(PAGE, current);

    expect(readFileSync(PAGE, 'utf8')).toBe(current);
  });

  it('shows command lines that are understood', () => {
    const shown = [...readFileSync(PAGE, 'utf8').matchAll(/^(?:SURF_\w+=\S+ |… \| )*surf ([a-z]+)(.*)$/gm)];

    expect(shown.length).toBeGreaterThan(8);
    for (const [, name = '', rest = ''] of shown) {
      const command = findCommand(name);
      const words = rest.replace(/#.*$/, '').split(' ').filter(Boolean);
      const known = [...GLOBAL_FLAGS, ...(command?.flags ?? []), ...fieldFlags(command?.fields ?? 'none')];
      expect(() => parseArguments(words, known, name), `surf ${name}${rest}`).not.toThrow();
    }
  });

  it('names every exit code, and every variable of the environment', () => {
    const text = readFileSync(PAGE, 'utf8');

    expect(Object.values(EXIT).filter((code) => !text.includes(`| ${code} |`))).toEqual([]);
    expect(['SURF_API', 'SURF_KEY', 'XDG_CONFIG_HOME'].filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
    expect(COMMANDS.filter(({ summary }) => summary.length < 10)).toEqual([]);
  });
});
