import { sha256Hex } from '#core/bytes/digest.ts';
import type { RandomId } from '#core/model/clock.ts';
import type { SubscriptionRow } from '#core/notify/subscription.ts';

/** Time for which a replaced secret still signs beside the new one. */
export const ROTATION_MS = 24 * 3_600_000;

/** `whsec_` and 32 bytes in base64, of more than 180 random bits. */
export const newSecret = (random: RandomId): string =>
  `whsec_${Buffer.from(sha256Hex(`${random()}${random()}${random()}`), 'hex').toString('base64')}`;

/** The secrets that sign a message now, the newest first. */
export const secretsAt = (
  { secret, oldSecret }: Pick<SubscriptionRow, 'secret' | 'oldSecret'>,
  now: number,
): string[] => (oldSecret !== null && oldSecret.until > now ? [secret, oldSecret.secret] : [secret]);
