import * as z from 'zod';
import listPrices from '#core/cost/prices.json' with { type: 'json' };
import type { Usage } from '#core/cost/usage.ts';

const usd = z.number().nonnegative();

/** USD per unit, at list price, first tier, without free tiers and discounts. */
export const Prices = z.object({
  region: z.string(),
  currency: z.literal('USD'),
  /** Date on which the figures were read. */
  read: z.string(),
  /** Lambda on arm64: a GB-second, a request. */
  gbSecond: usd,
  invocation: usd,
  /**
   * Step Functions Standard: a state transition; starting a child of a Distributed Map costs one.
   */
  transition: usd,
  /** DynamoDB on demand: a write and a read request unit. */
  writeUnit: usd,
  readUnit: usd,
  /** S3 Standard: PUT and LIST; GET. DELETE is free. */
  put: usd,
  get: usd,
  /** Secrets Manager: a request; the secrets themselves (0.40 USD a month each) are the owner's. */
  secretRead: usd,
});
export type Prices = z.infer<typeof Prices>;

/**
 * AWS list prices of us-east-1, from the AWS Price List offer files (version 20260831, read
 * 2026-09-06) for Lambda, DynamoDB and S3, and the Step Functions entry USE1-StateTransition
 * (2026). Secrets Manager: 0.05 USD for 10,000 requests,
 * https://aws.amazon.com/secrets-manager/pricing/. The DynamoDB figures are those after the cut of
 * November 2024. Newer figures: change prices.json and its date.
 */
export const LIST_PRICES: Prices = Prices.parse(listPrices);

/** Unit prices, without their region and currency. */
export const UnitPrices = Prices.omit({ region: true, currency: true });
export type UnitPrices = z.infer<typeof UnitPrices>;

/**
 * In a region of unknown prices one dollar of us-east-1 counts as this much. Assumed: no
 * region that we know of lists one of these services at more than 1.5 times as much. A budget ends
 * a crawl too early there, and never too late.
 */
export const UNKNOWN_REGION = 1.6;

const UNITS = ['gbSecond', 'invocation', 'transition', 'writeUnit', 'readUnit', 'put', 'get', 'secretRead'] as const;

/**
 * Prices that crawls in a region are charged by.
 * @param given figures that the operator has read for it (`prices` in surf.config.json)
 */
export function pricesIn(region: string, given: UnitPrices | null = null): Prices {
  if (given !== null) return { region, currency: 'USD', ...given };
  if (region === LIST_PRICES.region) return LIST_PRICES;
  const dearer = Object.fromEntries(UNITS.map((unit) => [unit, LIST_PRICES[unit] * UNKNOWN_REGION]));
  return { ...LIST_PRICES, ...dearer, region: `${region}, whose prices are not known: us-east-1 × ${UNKNOWN_REGION}` };
}

/** One row of a bill. */
export interface CostLine {
  readonly item:
    | 'lambda-duration'
    | 'lambda-requests'
    | 'step-functions-transitions'
    | 'dynamodb-writes'
    | 'dynamodb-reads'
    | 's3-puts'
    | 's3-gets'
    | 'secrets-manager-requests';
  readonly amount: number;
  readonly unit: 'GB-second' | 'request' | 'transition' | 'write unit' | 'read unit';
  readonly usd: number;
}

/**
 * The cost of `usage`: seven lines in fixed order, zero ones included, and one for secrets if they
 * are used; `total` is their sum in USD.
 */
export function costOf(usage: Usage, prices: Prices): { total: number; lines: CostLine[] } {
  const { secretReads = 0 } = usage;
  const lines: CostLine[] = [
    line('lambda-duration', usage.gbSeconds, 'GB-second', prices.gbSecond),
    line('lambda-requests', usage.invocations, 'request', prices.invocation),
    line('step-functions-transitions', usage.transitions, 'transition', prices.transition),
    line('dynamodb-writes', usage.writeUnits, 'write unit', prices.writeUnit),
    line('dynamodb-reads', usage.readUnits, 'read unit', prices.readUnit),
    line('s3-puts', usage.puts, 'request', prices.put),
    line('s3-gets', usage.gets, 'request', prices.get),
    ...(secretReads > 0 ? [line('secrets-manager-requests', secretReads, 'request', prices.secretRead)] : []),
  ];
  return { total: lines.reduce((sum, { usd }) => sum + usd, 0), lines };
}

function line(item: CostLine['item'], amount: number, unit: CostLine['unit'], price: number): CostLine {
  return { item, amount, unit, usd: amount * price };
}
