/** Share of common shingles from which on two pages are near duplicates. */
export const USUAL_THRESHOLD = 0.9;
/** The lowest that a user can give: below it, bands miss pairs. */
export const LEAST_THRESHOLD = 0.7;

/** A similarity for people, down to a tenth: `100 %` only for equal texts. */
export const similarityText = (similarity: number): string => `${Math.floor(similarity * 1000) / 10} %`;
