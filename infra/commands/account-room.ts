import { GetAccountSettingsCommand, type LambdaClient } from '@aws-sdk/client-lambda';

/** Concurrent functions beside the workers: `advance`, the API and the watchdog. */
const OTHERS = 3;

/** Concurrent Lambda functions that the account allows, and the share left for workers. */
export interface AccountRoom {
  readonly concurrent: number;
  readonly workers: number;
}

/**
 * Number of workers that this account has room for: its unreserved concurrency, less the needs of
 * the deployment itself.
 * @throws errors of the SDK
 * @see https://docs.aws.amazon.com/lambda/latest/api/API_GetAccountSettings.html
 */
export async function accountRoom(lambda: LambdaClient): Promise<AccountRoom> {
  const { AccountLimit } = await lambda.send(new GetAccountSettingsCommand({}));
  const concurrent = AccountLimit?.ConcurrentExecutions ?? 0;
  const unreserved = AccountLimit?.UnreservedConcurrentExecutions ?? concurrent;
  return { concurrent, workers: Math.max(1, unreserved - OTHERS) };
}
