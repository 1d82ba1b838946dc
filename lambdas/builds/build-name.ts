import * as z from 'zod';

/** Name of an attempt to build something; it begins with the time of its start. */
export const BuildName = z.string().regex(/^\d{13}-[0-9a-z]{1,40}$/);
