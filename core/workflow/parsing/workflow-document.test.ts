import { describe, expect, it } from 'vitest';
import { SurfError } from '#core/error.ts';
import { parseDocument } from '#core/workflow/parsing/workflow-document.ts';
import { MAX_DOCUMENT_BYTES } from '#core/workflow/workflow.ts';
import { HANGS } from '#test/hang.ts';

function errorOf(text: string | Uint8Array): SurfError {
  try {
    parseDocument(text, 'crawl.yaml');
  } catch (error) {
    if (error instanceof SurfError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('a document', () => {
  it.each([
    ['a: &x 1\nb: 2', 'crawl.yaml, line 1, column 4: anchors (&) are not allowed'],
    ['a: 1\nb: *a', 'crawl.yaml, line 2, column 4: aliases (*) are not allowed'],
    ['a: {<<: *x}', 'crawl.yaml, line 1, column 9: aliases (*) are not allowed'],
    ['a: !!binary x', 'crawl.yaml, line 1, column 4: tags (!) are not allowed'],
    ['a: 1\nb: 2\na: 3', 'crawl.yaml, line 3, column 1: duplicate key "a"'],
    ['{"a": {"b": 1, "b": 2}}', 'crawl.yaml, line 1, column 16: duplicate key "b"'],
    ['1: a\n"1": b', 'crawl.yaml, line 2, column 1: duplicate key "1"'],
    ['a: 1\n---\nb: 2', 'crawl.yaml, line 2, column 1: a second document; one file is one workflow'],
    ['{"a": [1, 2}', 'crawl.yaml, line 1, column 12: Flow sequence in block collection must be sufficiently indented'],
    ['? [a]\n: 1', 'crawl.yaml, line 1, column 3: With stringKeys, all keys must be strings'],
    ['[ [ '.repeat(20_000), 'nested too deeply'],
  ])('$0 is refused: $1', (text, message) => {
    expect(errorOf(text)).toMatchObject({ code: 'WORKFLOW_SYNTAX', message: expect.stringContaining(message) });
  });

  it('may have & * ! inside texts', () => {
    const text = 'a: "& *x !y"\nb:\n  - \'*.pdf\'\n  - x & y\nc: |\n  *x\n  &y\n';

    expect(parseDocument(text)).toEqual({ a: '& *x !y', b: ['*.pdf', 'x & y'], c: '*x\n&y\n' });
  });

  it('is read by the core schema: no dates, no yes for true, no octal surprise', () => {
    expect(parseDocument('a: yes\nb: 2024-01-01\nc: 010\nd: ~\ne: .5')).toEqual({
      a: 'yes',
      b: '2024-01-01',
      c: 10,
      d: null,
      e: 0.5,
    });
  });

  it('is UTF-8, with or without byte order mark', () => {
    expect(parseDocument(new TextEncoder().encode('\ufeffname: ü'))).toEqual({ name: 'ü' });
    expect(errorOf(new Uint8Array([0x61, 0xff])).code).toBe('WORKFLOW_SYNTAX');
  });

  it('has at most 256 KiB, counted in bytes', () => {
    const comment = (bytes: number) => `a: 1\n#${' '.repeat(bytes - 6)}`;

    expect(parseDocument(comment(MAX_DOCUMENT_BYTES))).toEqual({ a: 1 });
    expect(errorOf(comment(MAX_DOCUMENT_BYTES + 1)).code).toBe('WORKFLOW_TOO_LARGE');
    expect(errorOf(`#${'ü'.repeat(MAX_DOCUMENT_BYTES / 2)}`).code).toBe('WORKFLOW_TOO_LARGE');
    expect(errorOf(new Uint8Array(MAX_DOCUMENT_BYTES + 1)).code).toBe('WORKFLOW_TOO_LARGE');
  });

  it('of 10,000 seeds is read', () => {
    const text = `seeds:\n${'  - http://a.test/1\n'.repeat(10_000)}`;

    expect(parseDocument(text)).toEqual({ seeds: Array.from({ length: 10_000 }, () => 'http://a.test/1') });
  });

  it('that is hostile is refused without hanging (N8)', HANGS, () => {
    for (const piece of ['&a ', '! ', '[', '{a: ', '- ', '? ', '[] ', '"" ', ']', 'a:\n', '-\n', '[a: b]', '%\n']) {
      try {
        parseDocument(piece.repeat(MAX_DOCUMENT_BYTES / piece.length));
      } catch (error) {
        expect(error).toBeInstanceOf(SurfError);
      }
    }
  });
});
