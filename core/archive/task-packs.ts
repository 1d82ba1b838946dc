import type { UrlKey } from '#core/url/url-key.ts';

/**
 * A table that bills by started KB keeps the rows of one wave whose keys begin alike in one item, a
 * pack. A wave of few rows has at most 16 packs, a large one 512, of about four KB each: they cost
 * little to write, and a look-up reads one range of keys only.
 */
export type PackSize = 'coarse' | 'fine';

const RANGES: Readonly<Record<PackSize, number>> = { coarse: 16, fine: 512 };
/** Digits of a fine range's name, the last one a multiple of eight. */
const FINE_DIGITS = 3;
const FINE_STEP = 8;

/** A wave of so many rows has eight in each fine pack. */
const FINE_ROWS = 4_096;
/**
 * From this wave on, packs cover smaller ranges of keys: a look-up reads the packs of all waves in
 * a range.
 */
const FINE_WAVE = 512;

/** JSON of a correction. */
const CORRECTION_BYTES = 75;

/** Share of the rows' JSON that a compressed pack takes, as measured, */
const PACKED_SHARE = 0.175;
/** and bytes that each pack takes beside that: its keys, and the contents of its first row. */
const PACK_BYTES = 330;
const WRITE_UNIT_BYTES = 1_024;

/** @param rows of the whole wave, or its corrections */
export const packSize = (wave: number, rows: number): PackSize =>
  rows >= FINE_ROWS || wave >= FINE_WAVE ? 'fine' : 'coarse';

/** Name of the range that a key is in: ranges sort as their keys do. */
export function packRange(key: UrlKey, size: PackSize): string {
  if (size === 'coarse') return key.slice(0, 1);
  const last = Number.parseInt(key.slice(FINE_DIGITS - 1, FINE_DIGITS), 16);
  return `${key.slice(0, FINE_DIGITS - 1)}${(last - (last % FINE_STEP)).toString(16)}`;
}

/** The fine range behind this one; null behind the last one of the same first digit. */
export function nextFineRange(range: string): string | null {
  const next = (Number.parseInt(range, 16) + FINE_STEP).toString(16).padStart(FINE_DIGITS, '0');
  return next.slice(0, 1) === range.slice(0, 1) && next.length === FINE_DIGITS ? next : null;
}

/**
 * Write units that the packs of a wave take, estimated before they are made: each wastes half a
 * unit on average.
 *
 * @param bytes of the rows' JSON as stored-task.ts writes it
 */
export function packUnits({ wave, rows, bytes }: { wave: number; rows: number; bytes: number }): number {
  if (rows === 0) return 0;
  const ranges = RANGES[packSize(wave, rows)];
  const packs = ranges * (1 - (1 - 1 / ranges) ** rows); // keys are hashes: some ranges get none
  const each = PACK_BYTES + (bytes * PACKED_SHARE) / packs;
  return Math.ceil(packs * Math.max(1, each / WRITE_UNIT_BYTES + 0.5));
}

/** Write units of the packs that name the duplicates. */
export const correctionUnits = (wave: number, corrections: number): number =>
  packUnits({ wave, rows: corrections, bytes: corrections * CORRECTION_BYTES });
