import { adaptive } from '#core/revisit/adaptive.ts';
import { halving } from '#core/revisit/halving.ts';
import { proportional } from '#core/revisit/proportional.ts';
import type { RevisitPolicy } from '#core/revisit/revisit-policy.ts';
import type { REVISIT_NAMES } from '#core/revisit/revisit-rules.ts';
import { uniform } from '#core/revisit/uniform.ts';

/** Every policy by the name that a workflow gives it. */
export const REVISIT_POLICIES = { adaptive, uniform, proportional, halving } as const satisfies Record<
  (typeof REVISIT_NAMES)[number],
  RevisitPolicy
>;
