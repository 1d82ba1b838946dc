import { z } from '@hono/zod-openapi';
import { described } from '#api/schemas/described.ts';
import { Counts, LevelCounts } from '#core/execution/execution.ts';
import { ExecutionId } from '#core/model/ids.ts';
import type { VerifyReport } from '#engine/verify/verify.ts';

const count = z.int().nonnegative();

const Difference = z
  .object({ code: z.string(), where: z.string(), expected: z.string(), found: z.string() })
  .openapi('Difference', { description: 'Something that is not as the log says; the code is never renamed.' });

/** Result of a verification. */
export const Verification = z
  .object({
    execution: ExecutionId,
    holds: z.boolean().openapi({ description: 'No difference was found.' }),
    differences: z.array(Difference).openapi({ description: 'The first hundred; the first is nearest to the cause.' }),
    total: count.openapi({ description: 'How many differences there are.' }),
    counts: described(Counts, 'Counts'),
    levels: z.array(described(LevelCounts, 'LevelCounts')),
    bytes: z.number(),
    waves: count,
    chunks: count,
    pages: count,
    records: count.openapi({ description: 'Response records that were read whole.' }),
  })
  .openapi('Verification');
export type Verification = z.infer<typeof Verification>;

export const verificationOf = (execution: ExecutionId, report: VerifyReport): Verification => ({
  execution,
  ...report,
  differences: report.differences.map(({ code, where, expected, found }) => ({ code, where, expected, found })),
  levels: [...report.levels],
});
