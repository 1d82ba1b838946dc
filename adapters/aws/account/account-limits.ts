import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { NodeHttpHandler } from '@smithy/node-http-handler';

const TIMEOUT_MS = 5_000;

export interface AccountLimits {
  /** The region that was asked. */
  readonly region: string;
  /** Lambda functions that can run at once in it, and how many of them no function has reserved. */
  readonly concurrent: number;
  readonly unreserved: number;
}

/**
 * What an account may run in the region of the environment, or of the profile. Sends one request.
 * @param endpoint of an emulator @default AWS
 * @throws what the SDK throws: no region, no credentials, no answer within 5 s, access denied
 * @see https://docs.aws.amazon.com/lambda/latest/api/API_GetAccountSettings.html
 */
export async function accountLimits(endpoint?: string): Promise<AccountLimits> {
  const client = new LambdaClient({
    maxAttempts: 1,
    requestHandler: new NodeHttpHandler({
      connectionTimeout: TIMEOUT_MS,
      requestTimeout: TIMEOUT_MS,
      throwOnRequestTimeout: true,
    }),
    ...(endpoint !== undefined && { endpoint }),
  });
  try {
    const region = await client.config.region();
    const { AccountLimit } = await client.send(new GetAccountSettingsCommand({}));
    const concurrent = AccountLimit?.ConcurrentExecutions ?? 0;
    return { region, concurrent, unreserved: AccountLimit?.UnreservedConcurrentExecutions ?? concurrent };
  } finally {
    client.destroy();
  }
}
