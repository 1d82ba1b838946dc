import { StateError, UnknownAsl } from '#test/asl/asl-errors.ts';

/** The quota of Step Functions: characters of a payload in UTF-8. */
export const MOST_PAYLOAD_BYTES = 256 * 1024;

/** What `$` and `$$` are. */
export interface Scope {
  readonly input: unknown;
  readonly context: unknown;
}

const STEP = /^[A-Za-z][A-Za-z0-9]*$/;

/**
 * Reads a reference path: `$`, `$.a.b`, `$$.Map.Item.Value`.
 * @throws UnknownAsl when it leads nowhere, where an emulator says null
 */
export function readPath(path: unknown, scope: Scope): unknown {
  if (typeof path !== 'string' || !path.startsWith('$')) throw new UnknownAsl(`no path: ${JSON.stringify(path)}`);
  const [root, ...steps] = path.split('.');
  if (root !== '$' && root !== '$$') throw new UnknownAsl(`path ${path}`);
  let value = root === '$' ? scope.input : scope.context;
  for (const step of steps) {
    if (!STEP.test(step)) throw new UnknownAsl(`path ${path}`);
    if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, step)) {
      throw new UnknownAsl(`path ${path} leads nowhere in ${JSON.stringify(value).slice(0, 200)}`);
    }
    value = (value as Record<string, unknown>)[step];
  }
  return value;
}

/**
 * Fills a payload template in: names that end with `.$` hold paths.
 * @throws UnknownAsl for intrinsic functions
 */
export function fill(template: unknown, scope: Scope): unknown {
  if (Array.isArray(template)) return template.map((part) => fill(part, scope));
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(
    Object.entries(template).map(([name, value]) =>
      name.endsWith('.$') ? [name.slice(0, -2), readPath(value, scope)] : [name, fill(value, scope)],
    ),
  );
}

/**
 * A copy, as JSON carries it.
 * @throws StateError States.DataLimitExceeded
 * @throws UnknownAsl for what is not JSON
 */
export function carried(value: unknown, seen: (bytes: number) => void): unknown {
  const text = JSON.stringify(value);
  if (text === undefined) throw new UnknownAsl('a payload that is not JSON');
  const bytes = Buffer.byteLength(text);
  seen(bytes);
  if (bytes > MOST_PAYLOAD_BYTES) throw new StateError('States.DataLimitExceeded', `${bytes} bytes`);
  return JSON.parse(text) as unknown;
}
