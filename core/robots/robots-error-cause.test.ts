import { describe, expect, it } from 'vitest';
import { robotsErrorCause, robotsWaitRemedy } from '#core/robots/robots-error-cause.ts';

describe('the cause of a wait for a robots.txt', () => {
  it.each([429, 500, 503, 599])(
    'names the setting that ends it, for a status that the setting forgives: %i',
    (status) => {
      expect(robotsWaitRemedy(`a.example: ${robotsErrorCause(status)}`)).toContain('--robots-error allow');
    },
  );

  it.each(['a.example: its robots.txt could not be fetched', robotsErrorCause(199), 'crawl-delay 10 s', ''])(
    'names none where the setting does not help: %j',
    (cause) => {
      expect(robotsWaitRemedy(cause)).toBeNull();
    },
  );
});
