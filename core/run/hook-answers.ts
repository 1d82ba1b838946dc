import { SurfError } from '#core/error.ts';
import { type HeaderPair, isOwnedHeader } from '#core/fetch/headers/request-headers.ts';
import { type HookName, LINK_REFUSALS, LinkDecision } from '#core/model/hook.ts';
import { HEADER_TEXT, MAX_HEADER_CHARACTERS } from '#core/secrets/header-text.ts';

/** Headers that one call of `onRequest` may return. */
const MOST_HEADERS = 50;
/** RFC 9110 §5.6.2: a token. */
const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,100}$/;

/** @throws SurfError HOOK_FAILED for a value that is not a decision */
export function linkDecision(answer: unknown): LinkDecision {
  const decision = LinkDecision.safeParse(answer);
  if (decision.success) return decision.data;
  throw hookFailed('onLink', `it returned ${shown(answer)}`, {
    remedy: `return 'follow', or one of ${LINK_REFUSALS.join(', ')}`,
  });
}

/**
 * @throws SurfError HOOK_FAILED for a value that is not a record of headers, and for headers that
 *   Surf
 * sets itself
 */
export function requestHeaderPairs(answer: unknown): HeaderPair[] {
  if (answer === undefined || answer === null) return [];
  if (typeof answer !== 'object') throw notHeaders(`it returned ${shown(answer)}`);
  const pairs = Object.entries(answer);
  if (pairs.length > MOST_HEADERS)
    throw notHeaders(`it returned ${pairs.length} headers, at most ${MOST_HEADERS} are allowed`);
  return pairs.map(([name, value]: [string, unknown]) => {
    if (!HEADER_NAME.test(name)) throw notHeaders(`${shown(name)} is not a name of a header`);
    if (isOwnedHeader(name)) throw notHeaders(`Surf sets the header ${name} itself`);
    if (typeof value !== 'string' || value.length > MAX_HEADER_CHARACTERS || !HEADER_TEXT.test(value))
      throw notHeaders(`the value of ${name} is not valid in a header`);
    return [name, value];
  });
}

/** @param why without its end, `it threw …` for example */
export const hookFailed = (
  hook: HookName,
  why: string,
  { remedy, cause }: { readonly remedy?: string; readonly cause?: unknown } = {},
): SurfError =>
  new SurfError('HOOK_FAILED', `the hook ${hook} of the program failed: ${why}`, {
    remedy: remedy ?? 'fix the hook; the execution is interrupted and can be resumed',
    cause,
  });

const notHeaders = (why: string): SurfError =>
  hookFailed('onRequest', why, { remedy: 'return names with texts, such as { "X-Trace": "1" }, or nothing' });

/** Total: an object may be circular, or throw when it is read. */
function shown(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  return (typeof value === 'string' ? JSON.stringify(value) : String(value)).slice(0, 100);
}
