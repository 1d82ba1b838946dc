/** True in `npm run test:campaign`, which takes as long as it takes. */
const isCampaign = process.env.SURF_CAMPAIGN !== undefined;

/**
 * How much of a test runs: as many random webs, pages or kills as the gate has time for, and more
 * of the same in a campaign.
 */
export const amount = (of: { readonly gate: number; readonly campaign: number }): number =>
  isCampaign ? of.campaign : of.gate;

/** The first rows of a table of cases in the gate, all of them in a campaign. */
export const firstOf = <T>(rows: readonly T[], { gate }: { readonly gate: number }): readonly T[] =>
  rows.slice(0, amount({ gate, campaign: rows.length }));
