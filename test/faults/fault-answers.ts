import { randomUUID } from 'node:crypto';
import type { AwsRequest } from '#test/faults/aws-request.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** Refusals as the services word them. */
export function refusal(fault: 'throttle' | 'error' | 'conflict', request: AwsRequest): Answer {
  if (request.isS3) {
    if (fault === 'throttle') return xml(503, 'SlowDown');
    return fault === 'error' ? xml(500, 'InternalError') : xml(409, 'ConditionalRequestConflict');
  }
  if (fault === 'error') return json(500, { __type: 'com.amazonaws.dynamodb.v20120810#InternalServerError' });
  if (request.operation === 'StartExecution') return json(400, { __type: 'ThrottlingException' });
  if (fault === 'throttle') {
    return json(400, { __type: 'com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException' });
  }
  if (request.operation !== 'TransactWriteItems') {
    return json(400, { __type: 'com.amazonaws.dynamodb.v20120810#TransactionConflictException' });
  }
  const { TransactItems } = JSON.parse(request.body.toString()) as { TransactItems: unknown[] };
  return json(400, {
    __type: 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException',
    CancellationReasons: TransactItems.map((_, i) => ({ Code: i === 0 ? 'TransactionConflict' : 'None' })),
  });
}

const json = (status: number, body: object): Answer => ({
  status,
  headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-requestid': randomUUID() },
  body: Buffer.from(JSON.stringify({ message: 'injected', ...body })),
});

const xml = (status: number, code: string): Answer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>injected</Message></Error>`,
  ),
});

interface Batch {
  readonly RequestItems: Readonly<Record<string, readonly unknown[] | { readonly Keys: readonly unknown[] }>>;
}

/**
 * Takes a batch apart: what the service gets, and what its answer names as left over. At least one
 * is done.
 */
export function splitBatch(request: AwsRequest, share: number): { done: Buffer; left: (answer: Answer) => Answer } {
  const batch = JSON.parse(request.body.toString()) as Batch;
  const kept: Record<string, unknown> = {};
  const left: Record<string, unknown> = {};
  for (const [table, asked] of Object.entries(batch.RequestItems)) {
    const all = 'Keys' in asked ? asked.Keys : (asked as readonly unknown[]);
    const count = Math.max(1, Math.floor(all.length * share));
    const again = (some: readonly unknown[]) => ('Keys' in asked ? { ...asked, Keys: some } : some);
    kept[table] = again(all.slice(0, count));
    if (count < all.length) left[table] = again(all.slice(count));
  }
  const field = request.operation === 'BatchGetItem' ? 'UnprocessedKeys' : 'UnprocessedItems';
  return {
    done: Buffer.from(JSON.stringify({ ...batch, RequestItems: kept })),
    left: (answer) => {
      if (answer.status !== 200) return answer;
      const body = JSON.parse(answer.body.toString()) as object;
      return { ...answer, body: Buffer.from(JSON.stringify({ ...body, [field]: left })) };
    },
  };
}
