import { GetAccountSettingsCommand, type LambdaClient } from '@aws-sdk/client-lambda';

/** What `advance`, the API and the watchdog need beside the workers. */
const OTHERS = 3;

/** Lambda functions that the account may run at once, and what is left of them for workers. */
export interface AccountRoom {
  readonly concurrent: number;
  readonly workers: number;
}

/**
 * How many workers this account has room for: what no function has reserved, without what the
 * deployment itself needs.
 * @throws what the SDK throws
 * @see https://docs.aws.amazon.com/lambda/latest/api/API_GetAccountSettings.html
 */
export async function accountRoom(lambda: LambdaClient): Promise<AccountRoom> {
  const { AccountLimit } = await lambda.send(new GetAccountSettingsCommand({}));
  const concurrent = AccountLimit?.ConcurrentExecutions ?? 0;
  const unreserved = AccountLimit?.UnreservedConcurrentExecutions ?? concurrent;
  return { concurrent, workers: Math.max(1, unreserved - OTHERS) };
}
