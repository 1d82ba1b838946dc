import type * as z from 'zod';
import { SurfError } from '#core/error.ts';
import { unknownPlaces } from '#core/faults/stored-row.ts';

/** Error for an object that differs from what was written. @param why its fault, in words */
export const damagedObject = (key: string, why: string, cause?: unknown): SurfError =>
  new SurfError('OBJECT_CORRUPT', `the object ${key} is damaged: ${why}`, {
    remedy: 'surf verify names everything that is damaged; restore these files from a copy',
    ...(cause !== undefined && { cause }),
  });

/** Error for an object of a later version than this Surf reads. */
export const newerObject = (key: string, version: number): SurfError =>
  new SurfError('FORMAT_UNKNOWN', `a newer version of Surf wrote the object ${key}: it has version ${version}`, {
    remedy: 'upgrade Surf; nothing was changed',
  });

/** The fault that JSON.parse or a schema names, in one line. */
export const parseFault = (error: unknown): string =>
  isSchemaError(error) ? unknownPlaces(error) : String((error as Error).message).replace(/\s+/g, ' ');

/** Is it the error of JSON.parse or of a schema for a text that Surf never wrote? */
export const isParseError = (error: unknown): boolean => error instanceof SyntaxError || isSchemaError(error);

const isSchemaError = (error: unknown): error is z.ZodError => error instanceof Error && error.name === 'ZodError';
