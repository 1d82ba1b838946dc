import { describe, expect, it } from 'vitest';
import { failureKind, surfErrorOf } from '#adapters/aws/calls/failure.ts';

const named = (name: string, rest: object = {}): Error => Object.assign(new Error(`a ${name}`), { name, ...rest });
const status = (httpStatusCode: number): object => ({ $metadata: { httpStatusCode } });
const cancelled = (...codes: string[]): Error =>
  named('TransactionCanceledException', { ...status(400), CancellationReasons: codes.map((Code) => ({ Code })) });

describe('failureKind', () => {
  it.each([
    ['ProvisionedThroughputExceededException', status(400), 'throttled'],
    ['ThrottlingException', status(400), 'throttled'],
    ['SlowDown', status(503), 'throttled'],
    ['Unheard', status(429), 'throttled'],
    ['TransactionConflictException', status(400), 'busy'],
    ['ConditionalRequestConflict', status(409), 'busy'],
    ['InternalServerError', status(500), 'broken'],
    ['ServiceUnavailable', status(503), 'broken'],
    ['TimeoutError', {}, 'lost'],
    ['Error', { code: 'ECONNRESET' }, 'lost'],
    ['SyntaxError', status(200), 'lost'],
    ['ConditionalCheckFailedException', status(400), 'refused'],
    ['ValidationException', status(400), 'refused'],
    ['TypeError', {}, 'refused'],
  ])('takes %s %o for %s', (name, rest, kind) => {
    expect(failureKind(named(name, rest))).toBe(kind);
  });

  it.each([
    [['None', 'TransactionConflict'], 'busy'],
    [['ThrottlingError', 'None'], 'throttled'],
    [['ConditionalCheckFailed', 'TransactionConflict'], 'refused'],
    [['None', 'None'], 'refused'],
  ] as const)('takes a transaction cancelled for %o for %s', (codes, kind) => {
    expect(failureKind(cancelled(...codes))).toBe(kind);
  });
});

describe('surfErrorOf', () => {
  it.each([
    [named('ThrottlingException', status(400)), 'STORE_THROTTLED', true],
    [cancelled('TransactionConflict'), 'STORE_THROTTLED', true],
    [named('InternalServerError', status(500)), 'STORE_UNAVAILABLE', true],
    [named('TimeoutError'), 'STORE_UNAVAILABLE', true],
    [named('AccessDeniedException', status(400)), 'STORE_UNAVAILABLE', false],
    [named('ResourceNotFoundException', status(400)), 'STORE_UNAVAILABLE', false],
  ])('words %s as %s', (error, code, retryable) => {
    const worded = surfErrorOf(error, 'PutItem of tasks');

    expect(worded).toMatchObject({ code, retryable, cause: error });
    expect((worded as Error).message).toContain('PutItem of tasks');
  });

  it('leaves what it has no words for as it is', () => {
    const error = named('ValidationException', status(400));

    expect(surfErrorOf(error, 'PutItem of tasks')).toBe(error);
  });
});
