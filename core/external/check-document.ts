/** Days after which an external link is requested again, where nobody says otherwise. */
export const CHECK_DAYS = 30;
export const MOST_DAYS = 3_650;

/**
 * The workflow of a check of external links, as a document for `surf run -`.
 * @param register the execution that left the register
 */
export const checkDocument = (register: string, seeds: readonly string[]): object => ({
  ...{ name: 'check of external links', seeds },
  limits: { depth: 0 },
  fetch: { headFirst: true },
  external: { checks: register },
});
