import { describe, expect, it } from 'vitest';
import { applyFlags } from '#core/workflow/fields/workflow-flags.ts';
import { checkWorkflow } from '#core/workflow/parsing/parse-workflow.ts';
import { withPreset } from '#core/workflow/presets.ts';

const seeds = ['http://example.org/'];

describe('preset cis5550 (H1, H2, H3, H4, H5, H6)', () => {
  it('sets what the course asks for, and nothing else', () => {
    const plain = checkWorkflow({ seeds });

    expect(checkWorkflow({ seeds, preset: 'cis5550' })).toEqual({
      ...plain,
      preset: 'cis5550',
      scope: { ...plain.scope, ignoreExtensions: ['jpg', 'jpeg', 'gif', 'png', 'txt'] },
      links: { ...plain.links, follow: ['a'] },
      limits: { ...plain.limits, depth: null, pages: null },
      politeness: {
        ...plain.politeness,
        delaySeconds: 1,
        crawlDelay: 'replace',
        robotsMatch: 'first',
        robotsError: 'allow',
        userAgent: 'cis5550-crawler',
      },
      fetch: { ...plain.fetch, headFirst: true, acceptTypes: ['text/html'] },
    });
  });

  it('gives way to fields of the document, and to flags', () => {
    const document = { seeds, preset: 'cis5550', limits: { pages: 5 }, scope: { ignoreExtensions: [] } };
    const workflow = checkWorkflow(applyFlags(document, [{ flag: 'delay', value: '2' }]));

    expect(workflow.limits).toMatchObject({ pages: 5, depth: null });
    expect(workflow.scope.ignoreExtensions).toEqual([]);
    expect(workflow.politeness).toMatchObject({ delaySeconds: 2, robotsMatch: 'first' });
  });

  it('can be given by a flag', () => {
    const document = applyFlags({ seeds }, [{ flag: 'preset', value: 'cis5550' }]);

    expect(checkWorkflow(document).fetch.headFirst).toBe(true);
  });

  it('is a workflow that says the same when it is read again', () => {
    const workflow = checkWorkflow({ seeds, preset: 'cis5550', links: { follow: ['a', 'area'] } });

    expect(checkWorkflow(structuredClone(workflow))).toEqual(workflow);
  });

  it('leaves faults to the check', () => {
    expect(withPreset(7)).toBe(7);
    expect(withPreset({ preset: 'none of ours' })).toEqual({ preset: 'none of ours' });
    expect(() => checkWorkflow({ seeds, preset: 'cis5551' })).toThrowError(
      'preset is "cis5551"; allowed: one of cis5550',
    );
    expect(() => checkWorkflow({ seeds, preset: 'cis5550', limits: null })).toThrowError('limits is null');
    expect(() => checkWorkflow({ seeds, preset: 'cis5550', links: { follow: ['img'] } })).toThrowError(
      'links.follow[0]',
    );
  });
});
