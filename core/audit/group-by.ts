/** What pages of a group name: their preferred address, or each other as language versions. */
export const NAMINGS = ['canonical', 'hreflang'] as const;
export type Naming = (typeof NAMINGS)[number];

/** What pages of a group have in common: their text, or what they name. */
export const GROUP_BY = ['text', ...NAMINGS] as const;
export type GroupBy = (typeof GROUP_BY)[number];
