import { adaptive } from '#core/revisit/policies/adaptive.ts';
import { halving } from '#core/revisit/policies/halving.ts';
import { proportional } from '#core/revisit/policies/proportional.ts';
import { uniform } from '#core/revisit/policies/uniform.ts';
import type { RevisitPolicy } from '#core/revisit/revisit-policy.ts';
import type { REVISIT_NAMES } from '#core/revisit/revisit-rules.ts';

/** Every policy by the name that a workflow gives it. */
export const REVISIT_POLICIES = { adaptive, uniform, proportional, halving } as const satisfies Record<
  (typeof REVISIT_NAMES)[number],
  RevisitPolicy
>;
