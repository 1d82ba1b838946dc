/** From which share of common shingles on two pages are near duplicates. */
export const USUAL_THRESHOLD = 0.9;
/** The lowest that a user can give: below it, bands miss pairs. */
export const LEAST_THRESHOLD = 0.7;
