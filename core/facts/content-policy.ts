/**
 * Does a content security policy let browsers request everything with https that the page names
 * with http? Then nothing on the page is mixed content.
 * @param policies values of the header, or contents of meta elements; commas part policies
 * @see https://www.w3.org/TR/upgrade-insecure-requests/#delivery
 */
export const upgradesInsecure = (policies: readonly string[]): boolean =>
  policies.some((policy) => /(?:^|[;,])\s*upgrade-insecure-requests\s*(?:[;,]|$)/i.test(policy));
