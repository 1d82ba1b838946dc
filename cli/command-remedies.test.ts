import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { COMMAND_SYNONYMS, remedyByCommand } from '#cli/args/command-synonyms.ts';
import { fieldFlags } from '#cli/args/field-flags.ts';
import { GLOBAL_FLAGS } from '#cli/args/flag.ts';
import { findCommand } from '#cli/command-table.ts';

describe('the remedy for a command of another crawler', () => {
  it.each(Object.entries(COMMAND_SYNONYMS))('is for %s, which is not a command of Surf', (name) => {
    expect([findCommand(name), remedyByCommand(name)]).toEqual([undefined, COMMAND_SYNONYMS[name]]);
  });

  it.each(Object.entries(COMMAND_SYNONYMS).filter(([, remedy]) => remedy.startsWith('surf ')))(
    'of %s is a command with its flags: %s',
    (_, remedy) => {
      const [, first = '', ...words] = remedy.split(' ');
      const command = findCommand(first) ?? findCommand('crawl');
      const fields = command === undefined || command.fields === 'none' ? [] : fieldFlags(command.fields);
      const flags = [...GLOBAL_FLAGS, ...(command?.flags ?? []), ...fields];
      const known = flags.flatMap(({ name, short }) => [`--${name}`, `-${short}`]);

      expect(findCommand(first) !== undefined || /^(?:URL|urls\.txt)$/.test(first)).toBe(true);
      expect(words.filter((word) => /^--?[a-z]/.test(word) && !known.includes(word))).toEqual([]);
    },
  );

  it('of every other one is a page that is there', () => {
    const pages = Object.values(COMMAND_SYNONYMS).filter((remedy) => !remedy.startsWith('surf '));

    expect(pages.length).toBeGreaterThan(0);
    for (const page of pages) expect(existsSync(page.split(' ', 1)[0] ?? '')).toBe(true);
  });

  it('is none for a name that every object has', () => {
    expect(remedyByCommand('constructor')).toBeUndefined();
  });
});
