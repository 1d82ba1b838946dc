import { buildConsole } from '#test/web/console-under-test.ts';

/** What is tested is what the sources say now: built once, for all test files. */
export function setup(): void {
  buildConsole();
}
