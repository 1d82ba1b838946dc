import { describe, expect, it } from 'vitest';
import { answerTo, lookFor, whenPresent } from '#test/when-present.ts';

describe('whenPresent', () => {
  it('finds files, folders and commands', () => {
    expect(lookFor({ name: 'the sources', path: 'core' })).toEqual({ present: true });
    expect(lookFor({ name: 'node', command: [process.execPath, '--version'] })).toEqual({ present: true });
  });

  it('says what is missing', () => {
    expect(lookFor({ name: 'the moon', path: 'no/such/folder' })).toEqual({
      present: false,
      reason: 'the moon is missing: no no/such/folder',
    });
    expect(lookFor({ name: 'x', command: ['surf-has-no-such-program'] })).toEqual({
      present: false,
      reason: 'x is missing: surf-has-no-such-program does not start',
    });
    expect(lookFor({ name: 'x', command: [process.execPath, '-e', 'process.exit(3)'] })).toMatchObject({
      reason: expect.stringContaining('ended with 3'),
    });
  });

  it('skips elsewhere and fails in CI', () => {
    const missing = { present: false, reason: 'gone' } as const;

    expect([answerTo(missing, false), answerTo(missing, true)]).toEqual(['skip', 'fail']);
    expect([answerTo({ present: true }, false), answerTo({ present: true }, true)]).toEqual(['define', 'define']);
  });

  const defined: string[] = [];
  whenPresent({ name: 'the sources', path: 'core' }, () => {
    defined.push('yes');
  });

  it('defines the tests where the requirement is met', () => {
    expect(defined).toEqual(['yes']);
  });
});
