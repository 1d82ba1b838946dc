import * as z from 'zod';

/** `30m`, `6h`, `7d`: from a minute to 27 years. */
const PERIOD = /^[1-9]\d{0,3}[mhd]$/;
const MINUTE_MS = 60_000;
const UNIT_MS: Readonly<Record<string, number>> = { m: MINUTE_MS, h: 60 * MINUTE_MS, d: 1_440 * MINUTE_MS };

/** A start address with rules. */
export const SeedRules = z.strictObject({
  url: z.string(),
  depth: z
    .int()
    .min(0)
    .max(1_000_000)
    .optional()
    .describe('Link distance from this seed up to which its links are followed; absent: `limits.depth` alone holds.'),
  period: z
    .string()
    .regex(PERIOD)
    .optional()
    .describe('Fixed time between two visits of the seed page in a collection: `30m`, `6h`, `7d`.'),
});
export type SeedRules = z.infer<typeof SeedRules>;

/** Start of a crawl: an address, or an address with rules. */
export const Seed = z.union([z.string(), SeedRules]);
export type Seed = z.infer<typeof Seed>;

export const seedUrl = (seed: Seed): string => (typeof seed === 'string' ? seed : seed.url);

/** The addresses of seeds, in their order. */
export const seedUrls = (seeds: readonly Seed[]): string[] => seeds.map(seedUrl);

/** The depth of a seed; undefined: it has none. */
export const seedDepth = (seed: Seed): number | undefined => (typeof seed === 'string' ? undefined : seed.depth);

/** The period of a seed in ms; null: none. */
export function seedPeriodMs(seed: Seed): number | null {
  const period = typeof seed === 'string' ? undefined : seed.period;
  if (period === undefined) return null;
  return Number.parseInt(period, 10) * (UNIT_MS[period.at(-1) ?? ''] ?? 0);
}

/** An address and one or two rules behind it: `https://example.org/news depth=2 period=6h`. */
const SEED_TEXT = /^\s*(\S+)((?:\s+(?:depth|period)=\S*){1,2})\s*$/;

/**
 * A seed as a flag and the lines of the console give it. Texts without rules, and all other values,
 * stay as they are.
 */
export function seedOfText(seed: unknown): unknown {
  const [, url, rules] = typeof seed === 'string' ? (SEED_TEXT.exec(seed) ?? []) : [];
  if (url === undefined || rules === undefined) return seed;
  const given = rules
    .trim()
    .split(/\s+/)
    .map((rule) => rule.split('='));
  return Object.assign(
    { url },
    ...given.map(([name = '', value = '']) => ({ [name]: name === 'depth' ? numberOf(value) : value })),
  );
}

const numberOf = (text: string): number | string => (/^\d+$/.test(text) ? Number(text) : text);
