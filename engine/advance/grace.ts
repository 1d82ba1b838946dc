/**
 * What a run may take beyond the time of its units or its wait before the watchdog starts the next.
 */
export const GRACE_MS = 120_000;
