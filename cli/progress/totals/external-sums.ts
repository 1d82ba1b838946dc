import { count, counted } from '#cli/terminal/format.ts';
import type { ExternalSums } from '#core/external/external-view.ts';

/** Which links are alive is what a reader of a part can be looking for. */
const ASKED_NONE = { part: '; none was asked whether it is alive: see --check', all: '' } as const;

/**
 * The counts of a register in a line.
 * @param shown links above it: a flag can have left out the others
 */
export function sumsText({ execution, links, checks, leftOut }: ExternalSums, shown: number): string {
  const all = links.unchecked + links.allowed + links.banned;
  const part = shown < all ? `${count(shown)} of ` : '';
  const left = leftOut === 0 ? '' : `; ${count(leftOut)} more did not fit`;
  const states = `${count(links.unchecked)} unchecked, ${count(links.allowed)} allowed, ${count(links.banned)} banned`;
  const asked = checks.alive + checks.dead + checks.unknown;
  const answers =
    asked === 0
      ? ASKED_NONE[shown < all ? 'part' : 'all']
      : `; ${count(checks.alive)} alive, ${count(checks.dead)} dead, ${count(checks.unknown)} unknown, ${count(all - asked)} not asked`;
  return `${part}${counted(all, 'external link')} after ${execution}: ${states}${answers}${left}`;
}
