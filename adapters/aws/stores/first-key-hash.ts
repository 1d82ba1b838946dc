import type { DynamoTable } from '#adapters/aws/dynamo/dynamo-table.ts';
import { firstKeyKey } from '#adapters/aws/dynamo/keys.ts';
import { FIRST_KEY_ROW } from '#adapters/aws/environment/first-key.env.ts';

/** SHA-256 (hex) of the deployment's first key as it is now; null: the operator has made none. */
export async function firstKeyHash(workflows: DynamoTable): Promise<string | null> {
  return (await workflows.get(firstKeyKey))?.[FIRST_KEY_ROW.hash]?.S ?? null;
}
