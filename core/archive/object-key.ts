import { SurfError } from '#core/error.ts';

const MAX_KEY_LENGTH = 512;
const SEGMENTS = /^[A-Za-z0-9._-]+(?:\/[A-Za-z0-9._-]+)*$/;
const DOTS = /(?:^|\/)\.\.?(?:\/|$)/;

/**
 * Is it a key as archive.ts defines it? Such a key is also a relative path that leads nowhere but
 * down.
 */
export const isObjectKey = (key: string): boolean =>
  key.length <= MAX_KEY_LENGTH && SEGMENTS.test(key) && !DOTS.test(key);

/** @throws SurfError FIELD_INVALID */
export function checkedObjectKey(key: string): string {
  if (isObjectKey(key)) return key;
  throw new SurfError('FIELD_INVALID', `not the key of an object: ${JSON.stringify(key.slice(0, 100))}`, {
    remedy: `give at most ${MAX_KEY_LENGTH} characters: segments of letters, digits, . _ - with / between them, none of them . or ..`,
  });
}

/** @throws SurfError FIELD_INVALID */
export function checkedPrefix(prefix: string): string {
  if (prefix.endsWith('/') && isObjectKey(prefix.slice(0, -1))) return prefix;
  throw new SurfError('FIELD_INVALID', `not the prefix of objects: ${JSON.stringify(prefix.slice(0, 100))}`, {
    remedy: 'give whole segments of a key, with / at the end',
  });
}
