import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { AwsClientOptions } from '#adapters/aws/calls/aws-clients.ts';
import { SurfError } from '#core/error.ts';

/**
 * Reads one secret of Secrets Manager, as it is now.
 *
 * @param secret name or ARN
 * @returns reads it; null: it is gone. It throws SurfError STORE_UNAVAILABLE, which reveals nothing
 * about the account: strangers see it
 */
export function secretText(
  place: Pick<AwsClientOptions, 'region' | 'endpoint' | 'credentials'>,
  secret: string,
): () => Promise<string | null> {
  const client = new SecretsManagerClient({ ...place });
  return async () => {
    try {
      const { SecretString = null } = await client.send(new GetSecretValueCommand({ SecretId: secret }));
      return SecretString;
    } catch (error) {
      if (error instanceof Error && error.name === 'ResourceNotFoundException') return null;
      throw new SurfError('STORE_UNAVAILABLE', 'the key cannot be looked up now', {
        remedy: 'try again; the log of the function says what Secrets Manager answers',
        retryable: true,
        cause: error,
      });
    }
  };
}
