import type { Mutation } from '#test/mutate/mutation.ts';
import { estimating } from '#test/mutate/rules/estimating.ts';
import { guard } from '#test/mutate/rules/guard.ts';
import { limits } from '#test/mutate/rules/limits.ts';
import { machine } from '#test/mutate/rules/machine.ts';
import { network } from '#test/mutate/rules/network.ts';
import { plugging } from '#test/mutate/rules/plugging.ts';
import { politeness } from '#test/mutate/rules/politeness.ts';
import { auditing } from '#test/mutate/rules/results/auditing.ts';
import { collections } from '#test/mutate/rules/results/collections.ts';
import { external } from '#test/mutate/rules/results/external.ts';
import { reading } from '#test/mutate/rules/results/reading.ts';
import { searching } from '#test/mutate/rules/results/searching.ts';
import { telling } from '#test/mutate/rules/results/telling.ts';
import { robots } from '#test/mutate/rules/robots.ts';
import { scope } from '#test/mutate/rules/scope.ts';
import { tables } from '#test/mutate/rules/tables.ts';
import { truth } from '#test/mutate/rules/truth.ts';

/** Every rule that is broken, by what it is about, in the order in which it is done. */
export const MUTATIONS: Readonly<Record<string, readonly Mutation[]>> = {
  Politeness: politeness,
  'The machine': machine,
  Robots: robots,
  'Scope, keys and redirects': scope,
  'Limits and caps': limits,
  'Addresses, secrets, terminal': network,
  'PageBudget for others': guard,
  Searches: searching,
  Telling: telling,
  'Accounting and durability': truth,
  Collections: collections,
  'External links': external,
  Estimates: estimating,
  Tables: tables,
  'Plug-ins': plugging,
  'Main text': reading,
  'Audits, groups and importance': auditing,
};

export const ALL_MUTATIONS: readonly Mutation[] = Object.values(MUTATIONS).flat();
