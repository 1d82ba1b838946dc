/**
 * Headers whose values let somebody in: names of RFC 9110 and RFC 6265, and words of the names that
 * services give theirs (`X-Api-Key`, `X-Auth-Token`, `X-Goog-Api-Key`,
 * `Ocp-Apim-Subscription-Key`).
 */
const NAMES = /^(?:authorization|proxy-authorization|cookie2?)$/;
const WORDS =
  /(?:^|[-_.])(?:auth|authorization|authentication|token|secret|password|passwd|credentials?|session|jwt|signature|key)(?:$|[-_.])|apikey|accesskey|secretkey|authtoken|accesstoken|sessionid/;

/** Does a header of this name carry a credential, as far as its name tells? */
export function isCredentialHeader(name: string): boolean {
  const lower = name.toLowerCase();
  return NAMES.test(lower) || WORDS.test(lower);
}
