import { describe, expect, it } from 'vitest';
import { visibleText } from './visible-text.ts';

describe('untrusted strings', () => {
  it('show characters that reverse or hide text', () => {
    expect(visibleText('invoice\u202Egnp.exe\u200B\u0007')).toBe('invoice␣u202egnp.exe␣u200b␣u0007');
  });

  it('have one line', () => {
    expect(visibleText('a\n\tb\u2028c')).toBe('a b c');
  });

  it('keep the joiners that scripts and emoji need', () => {
    const family = '👨\u200D👩\u200D👧 می\u200Cخواهم';

    expect(visibleText(family)).toBe(family);
  });
});
