/**
 * What a request may cost, by its route:
 * - `light`: rows of the database; milliseconds of CPU, one answer of a few KB;
 * - `heavy`: reads the archive, parses a page, compiles or runs expressions of the user; one
 *   answer, made as a whole;
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
 * The first rule that matches counts; what none matches is light. A test compares the table with
 * the description.
 */
const RULES: readonly WeightRule[] = [
  {
    method: /^GET$/,
    path: new RegExp(`${EXECUTION}/(?:(?:downloads|exports|archive)/|(?:changes|audit|search|topics|external/check)$)`),
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

/** A body of an action is that short. */
const ACTION_BYTES = 4_096;
const ACTION = new RegExp(`${EXECUTION}/actions$`);
/** Streams of all records. */
const WHOLE_LISTS = /application\/jsonl|text\/csv/;

export interface WeighedRequest {
  readonly method: string;
  /** With escapes decoded, as the routes see it. */
  readonly path: string;
  readonly accept: string | null;
  /** Null: none. */
  readonly body: Uint8Array | null;
}

/** The weight of a request that is about to be answered. */
export function weightOf({ method: asked, path, accept, body }: WeighedRequest): RequestWeight {
  const method = asked === 'HEAD' ? 'GET' : asked; // the routes make the same answer
  if (method === 'POST' && ACTION.test(path)) return isVerify(body) ? 'long' : 'light';
  const weight = RULES.find((rule) => rule.method.test(method) && rule.path.test(path))?.weight ?? 'light';
  return weight === 'heavy' && path.endsWith('/records') && WHOLE_LISTS.test(accept ?? '') ? 'long' : weight;
}

/**
 * A body that is too long for an action, or hides the word behind escapes, is heavy at worst: it is
 * refused, or verifies.
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
