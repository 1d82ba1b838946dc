import { expect, it } from 'vitest';
import { Expression } from '#adapters/aws/dynamo/expression.ts';

it('puts every name and value behind a placeholder, names once', () => {
  const expression = new Expression();

  const update = `${expression.set({ status: 'running', limits: { pages: null }, skipped: undefined })} ${expression.remove('ttl')}`;
  const condition = `${expression.compare('status', '=', 'queued')} AND ${expression.exists('pk')}`;

  expect(update).toBe('SET #n0 = :v0, #n1 = :v1 REMOVE #n2');
  expect(condition).toBe('#n0 = :v2 AND attribute_exists(#n3)');
  expect(expression.parts()).toEqual({
    ExpressionAttributeNames: { '#n0': 'status', '#n1': 'limits', '#n2': 'ttl', '#n3': 'pk' },
    ExpressionAttributeValues: {
      ':v0': { S: 'running' },
      ':v1': { M: { pages: { NULL: true } } },
      ':v2': { S: 'queued' },
    },
  });
});

it('has no values where there are none, which DynamoDB refuses', () => {
  const expression = new Expression();

  expression.absent('pk');

  expect(expression.parts()).toEqual({ ExpressionAttributeNames: { '#n0': 'pk' } });
});
