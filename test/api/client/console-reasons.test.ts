import { describe, expect, it } from 'vitest';
import { FAIL_REASONS as FAILED, SKIP_REASONS as SKIPPED } from '#core/model/outcome.ts';
import { FAIL_REASONS, REASON_LABELS, SKIP_REASONS } from '../../../web/text/labels.ts';

describe('reasons in the console', () => {
  it('are skips and failures as the engine has them, each with words', () => {
    expect(SKIP_REASONS).toEqual(SKIPPED);
    expect(FAIL_REASONS).toEqual(FAILED);
    expect([...SKIPPED, ...FAILED].filter((reason) => !REASON_LABELS[reason])).toEqual([]);
  });
});
