/** A time (epoch ms) as users see it: ISO 8601 UTC. */
export const isoTime = (at: number): string => new Date(at).toISOString();
