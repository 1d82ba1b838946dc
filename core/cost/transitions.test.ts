import { expect, it } from 'vitest';
import { runTransitions, unitTransitions } from '#core/cost/transitions.ts';
import { Step } from '#core/execution/execution.ts';

const crawl = (units: number): Step => Step.parse({ type: 'crawl', wave: 1, plan: 'plan', units, memoryMb: 256 });

it('a wave of an inline map costs five states and one a unit', () => {
  expect(runTransitions(crawl(1))).toBe(6);
  expect(runTransitions(crawl(40))).toBe(45);
});

it('a small wave, which the call that planned it has crawled, costs none', () => {
  expect(runTransitions({ type: 'crawl', units: 1, small: true })).toBe(0);
});

it('a wave of a distributed map also pays for the start of each child', () => {
  expect(runTransitions(crawl(41))).toBe(87);
  expect(unitTransitions(41)).toBe(2);
});

it('a run that waits or ends costs its states', () => {
  expect(runTransitions({ type: 'wait' })).toBe(5);
  expect(runTransitions({ type: 'end' })).toBe(4);
});
