import { expect, it } from 'vitest';
import { runTransitions, unitTransitions } from '#core/cost/transitions.ts';
import { Step } from '#core/execution/execution.ts';

const crawl = (units: number): Step => Step.parse({ type: 'crawl', wave: 1, plan: 'plan', units, memoryMb: 256 });

it('a wave of an inline map costs four states and one a unit', () => {
  expect(runTransitions(crawl(1))).toBe(5);
  expect(runTransitions(crawl(40))).toBe(44);
});

it('a wave of a distributed map also pays for the start of each child', () => {
  expect(runTransitions(crawl(41))).toBe(86);
  expect(unitTransitions(41)).toBe(2);
});

it('a run that waits or ends costs its states', () => {
  expect(runTransitions({ type: 'wait' })).toBe(4);
  expect(runTransitions({ type: 'end' })).toBe(3);
});
