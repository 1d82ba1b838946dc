import * as z from 'zod';

/** A closed wave and the key of its manifest. */
export const TrailMark = z.object({ wave: z.int().nonnegative(), manifest: z.string() });
export type TrailMark = z.infer<typeof TrailMark>;

/**
 * Leads back from one manifest to any earlier one in a number of steps that is logarithmic in the
 * number of waves: beside the manifest of wave n lie the marks of the waves that n − 1 is when its
 * last 0, 1, 2, … binary digits are cleared. The newest first, each once.
 */
export const ManifestSkipList = z.array(TrailMark);
export type ManifestSkipList = z.infer<typeof ManifestSkipList>;

/**
 * The trail beside the manifest of the wave that is closed.
 *
 * @param before the trail beside the manifest of the previous wave
 * @param closing that wave's number, and the key of the previous manifest; null at the start
 */
export function extendTrail(
  before: ManifestSkipList,
  closing: { readonly wave: number; readonly manifest: string | null },
): TrailMark[] {
  if (closing.manifest === null) return [];
  const last = closing.wave - 1;
  const wanted = clearedDigits(last);
  return [{ wave: last, manifest: closing.manifest }, ...before.filter((mark) => wanted.has(mark.wave))];
}

/**
 * The mark to go to from here on the way back to `wave`: the earliest that is not before it.
 * Undefined: the trail does not lead there.
 */
export const markTowards = (trail: ManifestSkipList, wave: number): TrailMark | undefined =>
  trail.findLast((mark) => mark.wave >= wave);

/**
 * Values that remain of a number as ever more of its last binary digits are cleared, without the
 * number itself.
 */
function clearedDigits(number: number): Set<number> {
  const cleared = new Set<number>();
  for (let unit = 1; unit <= number; unit *= 2) cleared.add(number - (number % (unit * 2)));
  cleared.delete(number);
  return cleared;
}
