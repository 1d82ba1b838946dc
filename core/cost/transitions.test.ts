import { expect, it } from 'vitest';
import { firstRunTransitions, runTransitions, unitTransitions } from '#core/cost/transitions.ts';
import { Step } from '#core/execution/execution.ts';

const crawl = (units: number): Step => Step.parse({ type: 'crawl', wave: 1, plan: 'plan', units, memoryMb: 256 });

it('a wave of an inline map costs five states and one a unit', () => {
  expect(runTransitions(crawl(1))).toBe(6);
  expect(runTransitions(crawl(40))).toBe(45);
});

it('a first run costs nothing where the call that plans it also carries it, and else all states but Advance', () => {
  expect(firstRunTransitions({ type: 'crawl', units: 1, small: true })).toBe(0);
  expect(firstRunTransitions({ type: 'end' })).toBe(0);
  expect(firstRunTransitions({ type: 'wait' })).toBe(4);
  expect(firstRunTransitions(crawl(1))).toBe(5);
});

it('a wave of a distributed map also pays for the start of each child', () => {
  expect(runTransitions(crawl(41))).toBe(87);
  expect(unitTransitions(41)).toBe(2);
});

it('a run that waits or ends costs its states', () => {
  expect(runTransitions({ type: 'wait' })).toBe(5);
  expect(runTransitions({ type: 'end' })).toBe(4);
});
