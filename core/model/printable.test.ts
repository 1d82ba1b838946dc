import { describe, expect, it } from 'vitest';
import { printable, printableJson, printableLines, printableText } from '#core/model/printable.ts';

describe('text of the web on a terminal', () => {
  it('moves no cursor, rings no bell, turns no line: controls are written out', () => {
    expect(printable('a\u001b[2J\u0007\r\nb\u009b31m\u202egnp.\u2066\u200f\u007f\ufeff')).toBe(
      'a\\u001b[2J\\u0007\\u000d\\u000ab\\u009b31m\\u202egnp.\\u2066\\u200f\\u007f\\ufeff',
    );
  });

  it('keeps its lines, its tabs and marks of direction where it is text', () => {
    const text = 'all:\n\tgo\u200f \u05d0\u061c\u200e';

    expect(printableText(text)).toBe(text);
    expect(printableText('a\u001b\r\u009b\u202e\u2066\ufeff')).toBe('a\\u001b\\u000d\\u009b\\u202e\\u2066\\ufeff');
  });

  it('keeps letters of all scripts and emoji', () => {
    const text = 'Überschrift 日本語 עברית हिन्दी 👩‍💻';

    expect(printable(text)).toBe(text);
  });

  it('is the same value again when its JSON is parsed', () => {
    const value = { title: 'x\u009b\u2028\u001b"\\', n: 1 };

    const line = printableJson(value);

    expect(line).not.toMatch(/\p{Cc}|\u2028/u);
    expect(JSON.parse(line)).toEqual(value);
  });

  it('stays lines where it is lines', () => {
    const lines = '{"text":"a\u202e\u2028"}\n{"text":"\u009b"}\n';

    const shown = printableLines(lines);

    expect(shown).toBe('{"text":"a\\u202e\\u2028"}\n{"text":"\\u009b"}\n');
    expect(
      shown
        .split('\n')
        .slice(0, 2)
        .map((line) => JSON.parse(line)),
    ).toEqual([{ text: 'a\u202e\u2028' }, { text: '\u009b' }]);
  });
});
