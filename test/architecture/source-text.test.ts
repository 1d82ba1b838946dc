import { describe, expect, it } from 'vitest';
import { codeOf } from '#test/architecture/source-text.ts';

const code = (text: string): string => codeOf(text, { keepStrings: false });

describe('codeOf', () => {
  it('blanks comments and strings and keeps lines', () => {
    expect(code('a; // b\n/* c\n d */ e')).toBe('a;     \n    \n      e');
    expect(code(`x = 'a // b' + "c /* d";`)).toBe(`x = '      ' + "      ";`);
    expect(code(String.raw`x = 'it\'s' + y;`)).toBe("x = '     ' + y;");
    expect(codeOf("import 'a'; // b", { keepStrings: true })).toBe("import 'a';     ");
  });

  it('keeps the code in template literals', () => {
    const text = 'x = `a $<f({ b: `c $<d}` })} // e`; g();'.replaceAll('$<', '${');

    expect(code(text)).toContain('f({ b: ');
    expect(code(text)).toContain('d}');
    expect(code(text)).not.toContain('//');
    expect(code(text)).toContain('g();');
    expect(code(text)).toHaveLength(text.length);
  });

  it('tells regular expressions from divisions', () => {
    expect(code('const a = /[/"]\\/x/.test(b); // c')).toBe('const a = /       /.test(b);     ');
    expect(code('const a = b / c; // d')).toBe('const a = b / c;     ');
    expect(code("if (x) return /'/.test(y); z('q');")).toBe("if (x) return / /.test(y); z(' ');");
  });

  it('ends on unfinished text', () => {
    for (const text of ["'a", '`a ${', '/* a', '/[a', '`', "'\\"]) expect(code(text).length).toBeGreaterThan(0);
  });
});
