import { LambdaClient } from '@aws-sdk/client-lambda';
import { accountRoom } from './account-room.ts';
import { say } from './command-place.ts';

/** Prints what the account has room for, as JSON, for `surf doctor`. @throws what the SDK throws */
export async function printAccount(): Promise<number> {
  const lambda = new LambdaClient({ maxAttempts: 1 });
  const { concurrent, workers } = await accountRoom(lambda);
  say(JSON.stringify({ region: await lambda.config.region(), concurrent, workers }));
  return 0;
}
