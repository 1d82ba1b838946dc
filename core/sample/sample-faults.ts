import { formatValue, valueAt, type WorkflowFault } from '#core/faults/workflow-fault.ts';
import { MOST_STEPS, Sample } from '#core/sample/sample.ts';

/** Finds settings that a sample excludes, and sample fields of a workflow with another order. */
export function sampleFaults(document: unknown): WorkflowFault[] {
  const usual = Sample.parse({});
  const names = Object.keys(usual) as (keyof Sample)[];
  const given = names.filter((name) => (valueAt(document, ['sample', name]) ?? usual[name]) !== usual[name]);
  if (valueAt(document, ['order']) !== 'sample') {
    const [first] = given;
    return first === undefined ? [] : [unusedFault(first)];
  }
  const [walks, steps] = ['walks', 'steps'].map((name) => valueAt(document, ['sample', name]));
  const all = (typeof walks === 'number' ? walks : usual.walks) * (typeof steps === 'number' ? steps : usual.steps);
  return [
    ...(all > MOST_STEPS ? [tooManyFault(all)] : []),
    ...fixedFault(document, ['sitemaps'], 'off'),
    ...fixedFault(document, ['output', 'resources'], false),
  ];
}

const unusedFault = (name: keyof Sample): WorkflowFault => ({
  code: 'FIELD_INVALID',
  path: ['sample', name],
  describe: () => `sample.${name} is given, and the crawl is not a sample`,
  remedy: 'set order to sample (--order sample)',
});

const tooManyFault = (all: number): WorkflowFault => ({
  code: 'FIELD_INVALID',
  path: ['sample', 'steps'],
  describe: () => `sample.walks × sample.steps is ${all}; at most ${MOST_STEPS} are allowed`,
  remedy: 'take fewer walks, or shorter ones',
});

/** Walks go along links of pages: nothing else may add tasks. */
function fixedFault(document: unknown, path: readonly string[], only: string | boolean): WorkflowFault[] {
  const value = valueAt(document, path);
  if (value === undefined || value === only) return [];
  const name = path.join('.');
  const describe = () => `${name} is ${formatValue(value)}; allowed with order "sample": ${only}`;
  return [{ code: 'FIELD_INVALID', path, describe, remedy: `leave ${name} out` }];
}
