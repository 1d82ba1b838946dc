import { describe, expect, it } from 'vitest';
import { errorReport } from '#cli/terminal/error-report.ts';
import { exitOfError, exitOfStatus } from '#cli/terminal/exit-code.ts';
import { SurfError } from '#core/error.ts';

describe('an error', () => {
  const error = new SurfError('EXECUTION_NOT_FOUND', 'no execution "x\u001b[1m"', { remedy: 'look with surf ls' });

  it('shows people what to do', () => {
    expect(errorReport(error, false)).toBe('error: no execution "x\\u001b[1m"\n  look with surf ls');
  });

  it('reaches programs as JSON', () => {
    expect(JSON.parse(errorReport(error, true))).toEqual({
      error: { code: 'EXECUTION_NOT_FOUND', message: 'no execution "x\u001b[1m"', remedy: 'look with surf ls' },
    });
    expect(JSON.parse(errorReport(new SurfError('OBJECT_CORRUPT', 'torn'), true)).error.remedy).toBeNull();
  });

  it('that Surf did not throw shows its stack, to people only', () => {
    expect(errorReport(new TypeError('x is undefined'), false)).toMatch(
      /^error: x is undefined\n.*\n.*error-report\.test/,
    );
    expect(JSON.parse(errorReport(new TypeError('x is undefined'), true)).error).toMatchObject({
      code: 'INTERNAL',
      message: 'x is undefined',
    });
  });
});

describe('exit codes', () => {
  it.each([
    ['FIELD_INVALID', 2],
    ['COMMAND_USAGE', 2],
    ['CONNECT_TO_INVALID', 2],
    ['EXECUTION_NOT_FOUND', 4],
    ['STATE_CONFLICT', 5],
    ['OUTPUT_EXISTS', 5],
    ['STORE_UNAVAILABLE', 1],
    [undefined, 1],
  ] as const)('of %s is %i', (code, exit) => expect(exitOfError(code)).toBe(exit));

  it.each([
    ['succeeded', 0],
    ['limited', 0],
    ['stopped', 0],
    ['paused', 0],
    ['failed', 1],
  ] as const)('of an execution that %s is %i', (status, exit) => expect(exitOfStatus(status)).toBe(exit));
});
