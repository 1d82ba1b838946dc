import { createRequire } from 'node:module';
import { beforeAll, describe, expect, it } from 'vitest';
import { MAX_INLINE_UNITS } from '#core/cost/transitions.ts';
import { Workflow } from '#core/workflow/workflow.ts';
import { machineOf, type TemplateMachine } from '#test/asl/machine-definition.ts';
import { DISTRIBUTED_CONCURRENCY, INLINE_CONCURRENCY } from '../../infra/constructs/machine/crawl-definition.ts';
import { synthesize } from './template.ts';

/** asl-validator comes without types. */
const validate = createRequire(import.meta.url)('asl-validator') as (
  definition: unknown,
  options?: { readonly checkPaths: boolean; readonly checkArn: boolean },
) => { readonly isValid: boolean; readonly errors: readonly unknown[] };

let machine: TemplateMachine;
let text: string;
beforeAll(() => {
  machine = machineOf(synthesize().template);
  text = JSON.stringify(machine.definition);
});

type State = Readonly<Record<string, unknown>>;
const statesOf = (graph: unknown): Record<string, State> => (graph as { States: Record<string, State> }).States;

describe('the definition', () => {
  it('is valid Amazon States Language', () => {
    const checked = validate(machine.definition, { checkPaths: true, checkArn: true });

    expect(checked.errors).toEqual([]);
    expect(checked.isValid).toBe(true);
  });

  it('would be caught when it is not', () => {
    const { States, ...rest } = machine.definition as { States: Record<string, State> };
    const broken = { ...rest, States: { ...States, Wait: { Type: 'Wait', Next: 'Nowhere' } } };

    expect(validate(broken).isValid).toBe(false);
  });

  it('uses JSONPath, no variables, no references that emulators ignore', () => {
    for (const word of [
      'Assign',
      'QueryLanguage',
      'Arguments',
      'Output"',
      'ItemBatcher',
      'ResultWriter',
      'MaxConcurrencyPath',
    ])
      expect(text).not.toContain(word);
    expect(text).not.toMatch(/States\.[A-Z]\w+\(/); // intrinsic functions
  });

  it('carries small waves inline and large ones distributed, as wide as a workflow may be', () => {
    const { Units, ManyUnits } = statesOf(machine.definition);

    expect(Units).toMatchObject({ MaxConcurrency: INLINE_CONCURRENCY, ResultPath: null });
    expect(INLINE_CONCURRENCY).toBe(MAX_INLINE_UNITS);
    expect(ManyUnits).toMatchObject({
      MaxConcurrency: DISTRIBUTED_CONCURRENCY,
      ToleratedFailurePercentage: 100,
      ResultPath: null,
      ItemReader: { ReaderConfig: { InputType: 'JSONL' } },
      ItemProcessor: { ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' } },
    });
    expect(Workflow.safeParse({ seeds: ['http://a.test/'], parallelism: DISTRIBUTED_CONCURRENCY + 1 }).success).toBe(
      false,
    );
  });

  it('does the same in both maps, and tries a unit again only when nothing has begun', () => {
    const { Units, ManyUnits } = statesOf(machine.definition);
    const inner = (state: State | undefined) => statesOf(state?.ItemProcessor);

    expect(JSON.stringify(inner(ManyUnits)).replaceAll('OfMany', '')).toBe(JSON.stringify(inner(Units)));
    expect(inner(Units).CrawlUnit?.Retry).toMatchObject([{ ErrorEquals: ['Lambda.TooManyRequestsException'] }]);
    expect(inner(Units).CrawlUnit?.Catch).toMatchObject([{ ErrorEquals: ['States.ALL'], Next: 'MarkDied' }]);
  });

  it('gives every task a time limit a little longer than its function has', () => {
    const { Advance, Units } = statesOf(machine.definition);

    expect(Advance?.TimeoutSeconds).toBe(930);
    expect(statesOf(Units?.ItemProcessor).CrawlUnit?.TimeoutSeconds).toBe(930);
  });
});
