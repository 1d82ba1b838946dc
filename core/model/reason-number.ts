import { SurfError } from '#core/error.ts';
import type { SkipReason } from '#core/model/outcome.ts';
import { SKIP_REASON_TABLE } from '#core/model/reason-table.ts';

/** The stored number of a URL that no rule refused. */
const ADMITTED = 0;

const NUMBER_OF: ReadonlyMap<string, number> = new Map(SKIP_REASON_TABLE.map((row) => [row.code, row.storedNumber]));
const REASON_OF: ReadonlyMap<number, SkipReason> = new Map(
  SKIP_REASON_TABLE.map((row) => [row.storedNumber, row.code]),
);

/**
 * The byte that binary records store for a verdict: 0 for an admitted URL, else the stored number
 * of the reason.
 * @throws SurfError FORMAT_UNKNOWN for a reason that this version does not know
 */
export function reasonNumber(reason: SkipReason | null): number {
  if (reason === null) return ADMITTED;
  const number = NUMBER_OF.get(reason);
  if (number === undefined) throw unknownReason(`the skip reason ${String(reason).slice(0, 50)}`);
  return number;
}

/**
 * The verdict that a byte stores.
 * @throws SurfError FORMAT_UNKNOWN for a number that this version does not know: it never reads as
 * admitted
 */
export function reasonOfNumber(number: number): SkipReason | null {
  if (number === ADMITTED) return null;
  const reason = REASON_OF.get(number);
  if (reason === undefined) throw unknownReason(`the skip reason with the stored number ${number}`);
  return reason;
}

const unknownReason = (what: string): SurfError =>
  new SurfError('FORMAT_UNKNOWN', `this version of Surf does not know ${what}`, {
    remedy: 'use the version of Surf that ran the crawl, or a later one',
  });
