/** Epoch ms as users see it. */
export const isoTime = (at: number): string => new Date(at).toISOString();
