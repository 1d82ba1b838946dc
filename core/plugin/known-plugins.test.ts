import { describe, expect, it } from 'vitest';
import { checkPlugins, usedPlugins } from '#core/plugin/known-plugins.ts';
import { checkWorkflow } from '#core/workflow/parsing/parse-workflow.ts';

const named = (...names: string[]) => names.map((name) => ({ name }));
const workflow = (fields: object) => checkWorkflow({ seeds: ['http://a.example/'], ...fields });

describe('the plug-ins of a workflow', () => {
  it('are none, where it says nothing', () => {
    expect(workflow({}).plugins).toEqual([]);
  });

  it('are those of the operator, in their order', () => {
    const known = named('a', 'b', 'c');

    expect(usedPlugins({ plugins: ['c', 'a'] }, known)).toEqual(named('a', 'c'));
    expect(() => checkPlugins({ plugins: ['c', 'a'] }, known)).not.toThrow();
  });

  it('that nobody has are refused with those that there are', () => {
    expect(() => checkPlugins({ plugins: ['langauge'] }, named('language', 'price'))).toThrowError(
      expect.objectContaining({
        code: 'PLUGIN_UNKNOWN',
        message: 'no plug-in is named langauge; there are language, price',
        remedy: 'did you mean language? The operator adds plug-ins',
      }),
    );
    expect(() => checkPlugins({ plugins: ['x'] }, [])).toThrowError('no plug-in is named x; there are none here');
  });

  it.each([
    [['Upper'], 'plugins[0] is "Upper"'],
    [['a.b'], 'plugins[0] is "a.b"'],
    [['x'.repeat(32)], 'plugins[0] is "xxx'],
    [['a', 'b', 'a'], 'plugins[2] is "a", which is there twice'],
    [Array.from({ length: 11 }, (_, i) => `p${i}`), 'plugins is a list of 11'],
  ])('%j are not names of plug-ins', (plugins, message) => {
    expect(() => workflow({ plugins })).toThrowError(message);
  });

  it.each([{ fields: { a: 'h1' } }, { rules: [{ fields: { 'a.b': 'h1' } }] }])(
    'have their names for themselves: not with the selection %j',
    (selection) => {
      expect(() => workflow({ plugins: ['a'], selection })).toThrowError('and the selection has a field a');
      expect(workflow({ plugins: ['b'], selection }).plugins).toEqual(['b']);
    },
  );
});
