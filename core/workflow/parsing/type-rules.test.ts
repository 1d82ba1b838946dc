import { describe, expect, it } from 'vitest';
import { checkWorkflow } from '#core/workflow/parsing/parse-workflow.ts';

const workflowOf = (...acceptTypes: string[]) =>
  checkWorkflow({ seeds: ['http://example.org/'], fetch: { acceptTypes } });

describe('accepted types', () => {
  it.each([
    [
      'text/html,text/plain',
      'write one type per flag (--accept-types text/html --accept-types text/plain), or a list in a file',
    ],
    ['text/html; charset=utf-8', 'leave out what follows the semicolon: text/html fits pages of every charset'],
    ['html', 'give a type such as text/html, text/* or *+xml'],
    ['*', 'write */* for every type'],
  ])('that no page can have are refused: %s', (type, remedy) => {
    const message = `fetch.acceptTypes[1] is "${type}"; no page has such a type`;

    expect(() => workflowOf('text/html', type)).toThrow(
      expect.objectContaining({ code: 'FIELD_INVALID', message, remedy }),
    );
  });

  it('may be exact, or have wildcards', () => {
    const acceptTypes = ['text/html', 'image/svg+xml', 'text/*', '*+json', '*/*', 'application/vnd.a.b-c'];

    expect(workflowOf(...acceptTypes).fetch.acceptTypes).toEqual(acceptTypes);
  });
});
