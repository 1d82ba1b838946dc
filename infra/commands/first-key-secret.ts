import { randomBytes } from 'node:crypto';
import { GetFunctionConfigurationCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  type SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { SETTINGS } from '../../lambdas/settings/settings.env.ts';

export interface FirstKeyClients {
  readonly lambda: LambdaClient;
  readonly secrets: SecretsManagerClient;
}

const KEY_BYTES = 30;

/**
 * The first key of a deployment; the function that answers the API knows its secret.
 * @param of.prefix e.g. `surf-main`
 * @param of.isReplaced true first stores a new random key; the API accepts it within a minute
 * @throws errors of the SDK: no such deployment, a deleted secret
 */
export async function firstKey(
  { lambda, secrets }: FirstKeyClients,
  of: { readonly prefix: string; readonly isReplaced: boolean },
): Promise<string> {
  const { Environment } = await lambda.send(new GetFunctionConfigurationCommand({ FunctionName: `${of.prefix}-api` }));
  const SecretId = Environment?.Variables?.[SETTINGS.firstKey];
  if (of.isReplaced) {
    const key = randomBytes(KEY_BYTES).toString('base64url');
    await secrets.send(new PutSecretValueCommand({ SecretId, SecretString: JSON.stringify({ key }) }));
    return key;
  }
  const { SecretString = '{}' } = await secrets.send(new GetSecretValueCommand({ SecretId }));
  const { key } = JSON.parse(SecretString) as { key?: string };
  if (key === undefined) throw new Error('the secret holds no first key: first-key --replace makes one');
  return key;
}
