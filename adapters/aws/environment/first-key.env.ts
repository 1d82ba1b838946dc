/**
 * Row of the first API key in the table of workflows. The operator's command writes it (infra), the
 * API reads it. It has no imports, so that both sides can use it.
 */
export const FIRST_KEY_ROW = {
  /** No other key has this partition: ids of keys begin with `k`. */
  partition: 'K#first',
  sort: '-',
  /** Attribute: SHA-256 of the key, hex. */
  hash: 'hash',
  /** Attribute: when it was made, epoch ms. */
  createdAt: 'createdAt',
} as const;
