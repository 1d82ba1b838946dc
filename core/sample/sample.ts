import * as z from 'zod';

/** Steps of all walks together: `advance` has the links of their pages in memory. */
export const MOST_STEPS = 10_000;

/** The random walks of `order: sample` (G8, docs/reference/workflow.md, “A sample”). */
export const Sample = z.strictObject({
  walks: z
    .int()
    .min(1)
    .max(1_000)
    .default(20)
    .describe(`Random walks of \`order: sample\`, see “A sample”; together at most ${MOST_STEPS} steps.`),
  steps: z.int().min(1).max(1_000).default(100).describe('Steps of each walk.'),
  jump: z
    .number()
    .min(0)
    .max(1)
    .default(0.15)
    .describe(
      'Share of steps that go to a seed; the others follow a link. From a page without links every step goes to a seed.',
    ),
  randomSeed: z
    .int()
    .min(0)
    .max(2 ** 31)
    .default(1)
    .describe('Seed of the random choices: the same number gives the same walks.'),
});
export type Sample = z.infer<typeof Sample>;
