import { JSONPathEnvironment, type JSONPathQuery } from 'json-p3';
import type { Json } from '#core/model/json.ts';

/** Deeper JSON pages are not read. */
export const MAX_JSON_DEPTH = 512;

/**
 * RFC 9535, nothing besides: no script is evaluated, and the regular expressions of match() and
 * search() are I-Regexps (RFC 9485).
 */
const ENVIRONMENT = new JSONPathEnvironment({ strict: true, maxRecursionDepth: MAX_JSON_DEPTH + 1 });

/** @throws Error in the words of the parser when it is not JSONPath */
export const compileJsonPath = (path: string): JSONPathQuery => ENVIRONMENT.compile(path);

/** The first values that a path leads to, at most `most`. */
export function queryJson(path: JSONPathQuery, value: Json, most: number): Json[] {
  const found: Json[] = [];
  for (const node of path.lazyQuery(value as never)) {
    found.push(node.value as Json);
    if (found.length >= most) break;
  }
  return found;
}

const ARRAY_INDEX = /^(?:0|[1-9]\d{0,15})$/;

/**
 * The value at a JSON Pointer (RFC 6901); undefined where there is none.
 * @param pointer empty, or beginning with a slash
 */
export function valueAtPointer(pointer: string, value: Json): Json | undefined {
  let found: Json | undefined = value;
  for (const token of pointer.split('/').slice(1)) {
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(found)) found = ARRAY_INDEX.test(name) ? (found as readonly Json[])[Number(name)] : undefined;
    else if (typeof found === 'object' && found !== null && Object.hasOwn(found, name)) {
      found = (found as { readonly [name: string]: Json })[name];
    } else return undefined;
  }
  return found;
}

/** The fault of a text as a JSON Pointer; null: none. */
export const pointerFault = (pointer: string): string | null =>
  pointer !== '' && !pointer.startsWith('/')
    ? 'a JSON Pointer is empty or begins with /'
    : /~(?![01])/.test(pointer)
      ? 'after ~ comes 0 or 1 (RFC 6901)'
      : null;
