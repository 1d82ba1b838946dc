const DAY_MS = 86_400_000;

/** Epoch seconds for the TTL attribute. @param at epoch ms */
export const secondsAfter = (at: number, days: number): number => Math.ceil((at + days * DAY_MS) / 1_000);
