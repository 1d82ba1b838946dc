import { describe, expect, it } from 'vitest';
import { visibleText } from './visible-text.ts';

describe('strings of strangers', () => {
  it('show characters that turn or hide text', () => {
    expect(visibleText('invoice\u202Egnp.exe\u200B\u0007')).toBe('invoice␣u202egnp.exe␣u200b␣u0007');
  });

  it('are one line', () => {
    expect(visibleText('a\n\tb\u2028c')).toBe('a b c');
  });

  it('keep the joiners that languages and pictures need', () => {
    const family = '👨\u200D👩\u200D👧 می\u200Cخواهم';

    expect(visibleText(family)).toBe(family);
  });
});
