import type { Meter } from '#core/cost/meter.ts';
import type { Secrets } from '#core/secrets/secrets.ts';

/** Counts what each call costs on AWS: one request to Secrets Manager, found or not. */
export function meteredSecrets(secrets: Secrets, meter: Meter): Secrets {
  return {
    get(owner, name) {
      meter.add({ secretReads: 1 });
      return secrets.get(owner, name);
    },
  };
}
