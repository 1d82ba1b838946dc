/**
 * The names by which pages form groups: a canonical address, or each other as language versions.
 */
export const NAMINGS = ['canonical', 'hreflang'] as const;
export type Naming = (typeof NAMINGS)[number];

/** The property that pages of a group share: their text, or a name. */
export const GROUP_BY = ['text', ...NAMINGS] as const;
export type GroupBy = (typeof GROUP_BY)[number];
