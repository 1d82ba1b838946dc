import { inject } from 'vitest';
import { type ConsoleUnderTest, consoleBefore } from '#test/web/console/console-under-test.ts';

/**
 * The server of the whole run, which other test files use at the same time: for those that look at
 * nothing but what they made there. Starting and ending one takes 1.1 s of CPU, and each compiles
 * its code again.
 */
export const shareConsole = (): Promise<ConsoleUnderTest> => consoleBefore(inject('sharedConsole'));
