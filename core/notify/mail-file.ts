import * as z from 'zod';
import { MailPolicy } from '#core/notify/mail-policy.ts';

/**
 * Settings of e-mail on a machine: the server that takes it, its sender, and allowed recipients.
 */
export const MailFile = MailPolicy.extend({
  host: z.string().min(1).max(253),
  /** @default that of `tls` in `USUAL_SMTP_PORT` */
  port: z.int().min(1).max(65_535).optional(),
  /** `implicit`: TLS from the first byte; `starttls`: nothing goes before it; `none`: in clear. */
  tls: z.enum(['implicit', 'starttls', 'none']).default('starttls'),
  /** @default the server takes e-mail without a sign-in */
  user: z.string().min(1).max(200).optional(),
  /** Path of a file that holds only the password, relative to the data folder. */
  passwordFile: z.string().min(1).max(1_000).optional(),
}).strict();
export type MailFile = z.infer<typeof MailFile>;

export const USUAL_SMTP_PORT: Readonly<Record<MailFile['tls'], number>> = { implicit: 465, starttls: 587, none: 25 };
