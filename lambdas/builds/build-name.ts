import * as z from 'zod';

/** Names an attempt to build something; it begins with when that started. */
export const BuildName = z.string().regex(/^\d{13}-[0-9a-z]{1,40}$/);
