import { GetSecretValueCommand, type SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { AwsCalls } from '#adapters/aws/calls/aws-calls.ts';
import { secretId } from '#adapters/aws/environment/secret-id.env.ts';
import { ownerName } from '#core/secrets/owner-name.ts';
import type { SecretName } from '#core/secrets/secret-name.ts';
import { secretOf } from '#core/secrets/secret-text.ts';
import type { SecretAnswer, Secrets } from '#core/secrets/secrets.ts';

export interface AwsSecretsOptions {
  readonly client: SecretsManagerClient;
  readonly calls: AwsCalls;
  /** Name of the deployment. */
  readonly stage: string;
}

/**
 * Secrets of AWS Secrets Manager, each under `surf/<stage>/<owner>/<NAME>`. Each is read once by an
 * instance, which lives as long as one invocation: a call costs 0.000005 USD, and a changed secret
 * is in force with the next unit.
 */
export class AwsSecrets implements Secrets {
  readonly #options: AwsSecretsOptions;
  readonly #read = new Map<string, Promise<SecretAnswer>>();

  constructor(options: AwsSecretsOptions) {
    this.#options = options;
  }

  get(owner: string, name: SecretName): Promise<SecretAnswer> {
    const id = secretId(this.#options.stage, ownerName(owner), name);
    const known = this.#read.get(id);
    if (known !== undefined) return known;
    const asked = this.#ask(id);
    this.#read.set(id, asked);
    asked.catch(() => this.#read.delete(id)); // the caller gets the error; the next call asks again
    return asked;
  }

  async #ask(id: string): Promise<SecretAnswer> {
    const { client, calls } = this.#options;
    const used = { secretReads: 1 };
    try {
      const { SecretString } = await calls.send({
        operation: 'GetSecretValue',
        target: id,
        attempt: () => client.send(new GetSecretValueCommand({ SecretId: id })),
        used: () => used,
        failed: () => used,
      });
      if (SecretString !== undefined) return secretOf(SecretString);
      return { ok: false, reason: 'invalid', detail: `${id} in AWS Secrets Manager is binary; store it as text` };
    } catch (error) {
      const refused = refusalOf(causeName(error), id);
      if (refused === null) throw error;
      return refused;
    }
  }
}

/**
 * Total names of the service's errors:
 * https://docs.aws.amazon.com/secretsmanager/latest/apireference/API_GetSecretValue.html. Null: the
 * error does not concern the secret.
 */
function refusalOf(name: string, id: string): SecretAnswer | null {
  switch (name) {
    case 'ResourceNotFoundException':
      return { ok: false, reason: 'missing', detail: `store it in AWS Secrets Manager as ${id}` };
    case 'InvalidRequestException':
      return { ok: false, reason: 'missing', detail: `${id} in AWS Secrets Manager is to be deleted; restore it` };
    case 'DecryptionFailure':
    case 'AccessDeniedException':
      return {
        ok: false,
        reason: 'invalid',
        detail: `the functions may not read ${id} in AWS Secrets Manager: encrypt it with the key aws/secretsmanager`,
      };
    default:
      return null;
  }
}

/** Name of the service's error: `AwsCalls` may wrap it, with that error as the cause. */
function causeName(error: unknown): string {
  if (!(error instanceof Error)) return '';
  return error.cause instanceof Error ? error.cause.name : error.name;
}
