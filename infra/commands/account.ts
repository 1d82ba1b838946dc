import { LambdaClient } from '@aws-sdk/client-lambda';
import { accountRoom } from './account-room.ts';
import { say } from './command-place.ts';

/** Prints the account's room as JSON, for `surf doctor`. @throws errors of the SDK */
export async function printAccount(): Promise<number> {
  const lambda = new LambdaClient({ maxAttempts: 1 });
  const { concurrent, workers } = await accountRoom(lambda);
  say(JSON.stringify({ region: await lambda.config.region(), concurrent, workers }));
  return 0;
}
