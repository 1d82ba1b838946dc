import { SurfError } from '#core/error.ts';

/** Error for an object that differs from what was written. @param why its fault, in words */
export const damagedObject = (key: string, why: string, cause?: unknown): SurfError =>
  new SurfError('OBJECT_CORRUPT', `the object ${key} is damaged: ${why}`, {
    remedy: 'surf verify names everything that is damaged; restore these files from a copy',
    ...(cause !== undefined && { cause }),
  });

/** Is it the error of JSON.parse or of a schema for a text that Surf never wrote? */
export const isParseError = (error: unknown): boolean =>
  error instanceof SyntaxError || (error instanceof Error && error.name === 'ZodError');
