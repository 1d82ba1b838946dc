/**
 * For tests of linear time on hostile input: nothing is measured, since a loaded machine would
 * break that. The input is large enough that a quadratic or backtracking algorithm needs minutes,
 * and a linear one less than a second.
 */
export const HANGS = { timeout: 60_000 };
