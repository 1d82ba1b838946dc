/** Cause of a wait for a robots.txt that answers with an error: the end of a sentence. */
export const robotsErrorCause = (status: number): string => `its robots.txt answers ${status}`;

const ROBOTS_ERROR = /its robots\.txt answers (?:429|5\d\d)$/;

/**
 * Advice to a user who waits for a robots.txt that answers 429 or 5xx; null for any other cause:
 * there is nothing to do but wait.
 */
export const robotsWaitRemedy = (cause: string): string | null =>
  ROBOTS_ERROR.test(cause)
    ? 'Surf requests it again before it gives up; if the site is yours, crawl it with politeness.robotsError: allow (--robots-error allow)'
    : null;
