/**
 * Cost class of a request, by its route:
 * - `light`: rows of the database; milliseconds of CPU, one answer of a few KB;
 * - `heavy`: reads the archive, parses a page, compiles or runs expressions of the user; one
 *   buffered answer;
 * - `long`: reads the archive to its end, or sends a file: as long as the reader reads.
 */
export type RequestWeight = 'light' | 'heavy' | 'long';

interface WeightRule {
  readonly method: RegExp;
  readonly path: RegExp;
  readonly weight: RequestWeight;
}

const EXECUTION = '^/v1/executions/[^/]+';

/**
 * The first matching rule counts; a request that matches none is light. A test compares the table
 * with the description.
 */
const RULES: readonly WeightRule[] = [
  {
    method: /^GET$/,
    path: new RegExp(
      `${EXECUTION}/(?:(?:downloads|exports|archive)/|(?:changes|audit|duplicates|search|topics|external/check)$)`,
    ),
    weight: 'long',
  },
  {
    method: /^GET$/,
    path: new RegExp(`${EXECUTION}/(?:tasks|explain|history|difference|records|links|external|downloads|pages/)`),
    weight: 'heavy',
  },
  { method: /^GET$/, path: /^\/v1\/workflows\/[^/]+\/collection$/, weight: 'heavy' },
  { method: /^POST$/, path: new RegExp(`${EXECUTION}/external/check$`), weight: 'long' },
  { method: /^POST$/, path: /^\/v1\/(?:preview|estimate)$/, weight: 'heavy' },
  { method: /^PUT$/, path: /^\/v1\/(?:workflows\/[^/]+|me)\/subscriptions\/[^/]+$/, weight: 'heavy' },
  { method: /^(?:POST|PUT)$/, path: /^\/v1\/workflows(?:\/[^/]+(?:\/executions)?)?$/, weight: 'heavy' },
];

/** Longest body of an action. */
const ACTION_BYTES = 4_096;
const ACTION = new RegExp(`${EXECUTION}/actions$`);
/** Types that stream all records. */
const WHOLE_LISTS = /application\/jsonl|text\/csv/;

export interface WeighedRequest {
  readonly method: string;
  /** The path with escapes decoded, as the routes see it. */
  readonly path: string;
  readonly accept: string | null;
  /** null without a body. */
  readonly body: Uint8Array | null;
}

/** The weight of a request before it is answered. */
export function weightOf({ method: asked, path, accept, body }: WeighedRequest): RequestWeight {
  const method = asked === 'HEAD' ? 'GET' : asked; // the routes make the same answer
  if (method === 'POST' && ACTION.test(path)) return isVerify(body) ? 'long' : 'light';
  const weight = RULES.find((rule) => rule.method.test(method) && rule.path.test(path))?.weight ?? 'light';
  return weight === 'heavy' && path.endsWith('/records') && WHOLE_LISTS.test(accept ?? '') ? 'long' : weight;
}

/**
 * True if the action is a verification, even if escapes hide the word. A body too long for an
 * action counts as one: it is refused, or verifies.
 */
function isVerify(body: Uint8Array | null): boolean {
  if (body === null) return false;
  if (body.length > ACTION_BYTES) return true;
  try {
    return (JSON.parse(new TextDecoder().decode(body)) as { action?: unknown } | null)?.action === 'verify';
  } catch {
    return false; // refused
  }
}
