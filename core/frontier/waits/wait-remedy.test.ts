import { expect, it } from 'vitest';
import { RETRY_AFTER_CAUSE, waitRemedy } from '#core/frontier/waits/wait-remedy.ts';

it.each([
  ['a pause that a host asked for', RETRY_AFTER_CAUSE, 'surf resume'],
  ['the answer that asked for it', '503 Service Unavailable', 'surf resume'],
  ['a robots.txt that fails', 'its robots.txt answers 500', '--robots-error allow'],
])('the advice about %s names a command', (_, cause, command) => {
  expect(waitRemedy(cause)).toContain(command);
});

it('there is no advice about the delay between two requests', () => {
  expect(waitRemedy('1 s between two requests')).toBeNull();
});
