/** First line of help for commands about an execution. */
export const ID = 'ID is an execution as ls shows it, or last: the newest one.';
export const NO_FIELDS = { fields: 'none', flags: [], details: [] } as const;
export const ONE_ID = { takes: 'ID', least: 1, most: 1 } as const;
