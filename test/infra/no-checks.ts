/**
 * Environment in which CDK leaves its own checks of templates out: they only warn, and cost each
 * process 3 s. `test/infra/nag.test.ts` runs them.
 */
export const NO_CHECKS = { CDK_VALIDATION: 'false' };
