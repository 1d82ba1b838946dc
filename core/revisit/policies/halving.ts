import { changesIn, MAX_OUTCOMES } from '#core/revisit/change-history.ts';
import type { RevisitPolicy } from '#core/revisit/revisit-policy.ts';
import { withinBounds } from '#core/revisit/visit-bounds.ts';

/**
 * The rule of the thesis that Surf comes from: with x = the last visits, at most 30, and b = x if
 * none found a change, else x / changes, the next interval is ⌊(old + b) / 2⌋ days. It knows no
 * budget: the share is not used, and the visits follow from the pages.
 */
export const halving: RevisitPolicy = {
  source: 'the adaptive revisit rule of the thesis (docs/requirements.md, G1)',
  share: () => 1,
  intervalDays: ({ history, intervalDays }, _share, bounds) => {
    const visits = Math.min(history.outcomeCount, MAX_OUTCOMES);
    const goal = visits / Math.max(1, changesIn(history, visits));
    return withinBounds(Math.floor((intervalDays + goal) / 2), bounds);
  },
};
