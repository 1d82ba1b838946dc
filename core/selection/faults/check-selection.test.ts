import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkSelection } from '#core/selection/faults/check-selection.ts';
import { selectionFaults } from '#core/selection/faults/selection-faults.ts';
import { FIELD_SPEC_NAMES, Selection } from '#core/selection/selection.ts';
import { checkWorkflow } from '#core/workflow/parsing/parse-workflow.ts';

const nested = (depth: number): object =>
  depth === 0 ? { x: 'b' } : { x: { selector: 'div', fields: nested(depth - 1) } };

describe('a selection policy', () => {
  it('gets its defaults, and stays as it is when it is read again', () => {
    const selection = checkSelection({ fields: { title: 'h1' } });

    expect(selection).toEqual({ dom: 'browser', fields: { title: 'h1' }, rules: [] });
    expect(Selection.parse(selection)).toEqual(selection);
    expect(checkWorkflow({ seeds: ['http://a.test/'], selection })).toMatchObject({ selection });
    expect(checkWorkflow({ seeds: ['http://a.test/'] }).selection).toBeNull();
  });

  it.each<[unknown, string, string]>([
    [{}, 'FIELD_INVALID', 'the selection has no field'],
    ['h1', 'FIELD_INVALID', 'the selection is "h1"; allowed: a mapping of dom, fields, rules'],
    [{ feilds: {} }, 'FIELD_UNKNOWN', 'unknown field feilds; did you mean fields?'],
    [{ dom: 'quick', fields: { a: 'b' } }, 'FIELD_INVALID', 'dom is "quick"; allowed: one of browser, fast'],
    [{ fields: { a: 7 } }, 'FIELD_INVALID', 'fields.a is 7; allowed: a selector, or a mapping of selector, jsonPath'],
    [{ fields: { a: '' } }, 'FIELD_INVALID', 'fields.a is ""; allowed: a CSS selector'],
    [{ fields: { a: 'x'.repeat(1_025) } }, 'FIELD_INVALID', 'allowed: a CSS selector of 1 to 1,024 characters'],
    [{ fields: { a: 'h1:fist' } }, 'SELECTOR_INVALID', 'fields.a is "h1:fist": unknown pseudo-class :fist'],
    [
      { fields: { a: { selector: 'b', tpye: 'url' } } },
      'FIELD_UNKNOWN',
      'unknown field fields.a.tpye; did you mean type?',
    ],
    [
      { fields: { a: { selector: 'b', type: 'uri' } } },
      'FIELD_INVALID',
      'fields.a.type is "uri"; allowed: one of text',
    ],
    [
      { fields: { a: { selector: 'b', all: 'yes' } } },
      'FIELD_INVALID',
      'fields.a.all is "yes"; allowed: true or false',
    ],
    [{ fields: { a: { type: 'url' } } }, 'FIELD_INVALID', 'fields.a has no source; allowed: exactly one of selector'],
    [{ fields: { a: { selector: 'b', pointer: '' } } }, 'FIELD_INVALID', 'fields.a has selector and pointer'],
    [{ fields: { a: { jsonPath: '$[' } } }, 'JSONPATH_INVALID', 'fields.a.jsonPath is "$["'],
    [{ fields: { a: { jsonPath: '$.a[?(@.b = eval(1))]' } } }, 'JSONPATH_INVALID', 'fields.a.jsonPath'],
    [{ fields: { a: { pointer: 'a' } } }, 'JSONPATH_INVALID', 'begins with /'],
    [{ fields: { a: { pointer: '/~2' } } }, 'JSONPATH_INVALID', 'after ~ comes 0 or 1'],
    [{ fields: { a: { selector: 'b', pattern: '(?=x)' } } }, 'EXPRESSION_INVALID', 'no RE2 expression'],
    [{ fields: { a: { keywords: [] } } }, 'FIELD_INVALID', 'a list of 1 to 100, each a word'],
    [{ fields: { a: { keywords: ['x'], all: true } } }, 'FIELD_INVALID', 'keywords and all, which cannot be combined'],
    [{ fields: { a: { selector: 'b', context: 3 } } }, 'FIELD_INVALID', 'fields.a.context is for fields with keywords'],
    [{ fields: { a: { selector: 'b', required: true, default: 1 } } }, 'FIELD_INVALID', 'default and required'],
    [{ fields: { a: { selector: 'b', default: [] } } }, 'FIELD_INVALID', 'fields.a.default is a list of 0'],
    [{ fields: { a: { selector: 'b', fields: {} } } }, 'FIELD_INVALID', 'allowed: at least one field'],
    [
      { fields: { a: { selector: 'b', fields: { c: { pointer: '/x' } } } } },
      'FIELD_INVALID',
      'allowed there: selector',
    ],
    [{ fields: nested(5) }, 'FIELD_INVALID', 'at most 5 levels of fields'],
    [
      { fields: Object.fromEntries(Array.from({ length: 201 }, (_, i) => [`f${i}`, 'b'])) },
      'FIELD_INVALID',
      '201 fields',
    ],
    [{ rules: [{ fields: { a: 'b' }, url: [] }] }, 'FIELD_INVALID', 'rules[0].url is a list of 0'],
    [{ rules: [{ fields: { a: 'b' }, url: ['/(/'] }] }, 'EXPRESSION_INVALID', 'rules[0].url[0] is "/(/"'],
    [{ rules: [{ fields: { a: 'b' }, contentType: ['html'] }] }, 'FIELD_INVALID', 'allowed: a media type'],
    [
      {
        rules: [
          { fields: { a: 'b' }, url: Array.from({ length: 60 }, () => 're:a') },
          { fields: { a: 'b' }, url: Array.from({ length: 60 }, () => 're:b') },
        ],
      },
      'EXPRESSION_INVALID',
      'rules has 120 expressions (re:…); at most 100 are allowed',
    ],
    [{ rules: [{ urls: ['*'] }] }, 'FIELD_UNKNOWN', 'unknown field rules[0].urls; did you mean url?'],
    [{ rules: 'x' }, 'FIELD_INVALID', 'rules is "x"; allowed: a list of 0 to 100 rules'],
  ])('$0 is refused with $1', (policy, code, message) => {
    expect(() => checkSelection(policy)).toThrowError(
      expect.objectContaining({ code, message: expect.stringContaining(message) as unknown }),
    );
  });

  it.each(['__proto__', 'constructor', 'prototype', '', 'a\nb', 'x'.repeat(101)])(
    'has no field of the name $0',
    (name) => {
      const policy = JSON.parse(`{"fields":{${JSON.stringify(name)}:"h1"}}`) as unknown;

      expect(() => checkSelection(policy)).toThrowError(expect.objectContaining({ code: 'FIELD_INVALID' }));
    },
  );

  it('in a workflow is refused with its place in the workflow, beside other faults', () => {
    const workflow = { seeds: ['nowhere'], selection: { fields: { a: 'h1:fist' } } };

    expect(() => checkWorkflow(workflow)).toThrowError(
      expect.objectContaining({
        code: 'SEED_INVALID',
        message: expect.stringContaining('selection.fields.a is "h1:fist"') as unknown,
      }),
    );
  });

  it('that is not refused is a value that the schema takes', () => {
    const value = fc.oneof(
      fc.constantFrom<unknown>(
        'h1',
        '$.a',
        '/a',
        '',
        true,
        false,
        null,
        5,
        -1,
        1e9,
        'text',
        'browser',
        '*/x/*',
        'text/html',
      ),
      fc.array(fc.constantFrom<unknown>('x', '*', 'text/*', 3), { maxLength: 3 }),
    );
    const names = fc.constantFrom(...FIELD_SPEC_NAMES, 'odd');
    const spec = fc.dictionary(names, value, { maxKeys: 4 });
    const fields = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.oneof(value, spec), { maxKeys: 3 });
    const rule = fc.record({ url: value, contentType: value, fields }, { requiredKeys: [] });
    const policies = fc.record(
      { dom: value, fields: fc.oneof(fields, value), rules: fc.oneof(fc.array(rule, { maxLength: 2 }), value) },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(policies, (policy) => {
        if (selectionFaults(policy, []).length === 0) expect(Selection.safeParse(policy).error).toBeUndefined();
      }),
      { numRuns: 2_000 },
    );
  });
});
