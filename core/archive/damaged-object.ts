import { SurfError } from '#core/error.ts';

/** An object that cannot be what was written. @param why what is wrong with it */
export const damagedObject = (key: string, why: string, cause?: unknown): SurfError =>
  new SurfError('OBJECT_CORRUPT', `the object ${key} is damaged: ${why}`, {
    remedy: 'surf verify names everything that is damaged; restore these files from a copy',
    ...(cause !== undefined && { cause }),
  });

/** Is it what JSON.parse or a schema throws at a text that nobody wrote so? */
export const isParseError = (error: unknown): boolean =>
  error instanceof SyntaxError || (error instanceof Error && error.name === 'ZodError');
