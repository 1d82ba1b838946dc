import * as z from 'zod';

/** A whole number, or null for no limit. */
const most = (max: number) => z.int().min(1).max(max).nullable();

/**
 * Bounds beyond which a site generates addresses without end (G10). URLs beyond them are
 * skipped(trap); seeds are exempt.
 *
 * The defaults are above what honest sites have: the deepest paths that we know, files of Java
 * projects on code hosts, have 18 to 22 segments and no segment in them more than three times.
 * Paths that grow with every click pass them all the same. Addresses that differ in numbers only
 * may be a trap on one site and a large shop on another. Their number has no limit by default: the
 * content of their pages decides.
 */
export const Traps = z.strictObject({
  pathDepth: most(1_000).default(30).describe('Segments of a path; a deeper one is skipped(trap). Seeds are exempt.'),
  repeatedSegments: most(1_000)
    .default(4)
    .describe(
      'Times that a path may have one segment, anywhere in it; more is skipped(trap). Segments of digits only (dates) do not count. Seeds are exempt.',
    ),
  pagesPerPattern: most(1e9)
    .default(null)
    .describe(
      'Addresses that are admitted of one pattern: host, path and query with every number in them read as `#`. The first in rank order are; the others are skipped(trap). Seeds and redirect targets are exempt.',
    ),
  barrenPages: most(100_000)
    .default(200)
    .describe(
      'Pages in a row, of addresses that a machine counts or combines, that bring no new text, image or title; what is found of these addresses from then on is skipped(trap). Seeds and redirect targets are exempt.',
    ),
});
export type Traps = z.infer<typeof Traps>;
