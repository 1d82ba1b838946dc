import * as z from 'zod';

/** Result of a sign-in by browser: an ID token, and the means to get the next one. */
export const SignIn = z.strictObject({
  issuer: z.string().max(2_000),
  clientId: z.string().max(500),
  idToken: z.string().max(16_384),
  refreshToken: z.string().max(16_384).nullable(),
  /** Expiry of the ID token, epoch ms. */
  expiresAt: z.number(),
});
export type SignIn = z.infer<typeof SignIn>;

/** A server that the command line knows, with the credentials for it. */
export const Profile = z.strictObject({
  /** Base URL of its API, without `/v1`. */
  api: z.string().max(2_000),
  key: z.string().max(200).optional(),
  signIn: SignIn.optional(),
});
export type Profile = z.infer<typeof Profile>;

/** Letters, digits, `.`, `_`, `-`; at most 100. */
export const ProfileName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/);

/** The file that `surf login` writes. */
export const ProfileFile = z.strictObject({ v: z.literal(1), profiles: z.record(ProfileName, Profile) });
export type ProfileFile = z.infer<typeof ProfileFile>;
