/** Labels and dots and nothing else: no glob over a whole URL looks like it. */
const HOST_NAME = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/i;

/** Is this entry of a blacklist a bare host name, which matches the host and all hosts below? */
export const isHostName = (entry: string): boolean => HOST_NAME.test(entry);
