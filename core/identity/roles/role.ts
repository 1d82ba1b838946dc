import * as z from 'zod';

/** Roles from the strongest to the weakest (S15). */
export const ROLES = ['administrator', 'premium', 'standard'] as const;
export const Role = z.enum(ROLES);
export type Role = z.infer<typeof Role>;
