import type { TestProject } from 'vitest/node';
import { MiniStack, PYTHON } from '#test/emulator/ministack.ts';
import { lookFor } from '#test/when-present.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the emulator that all test files share; empty where there is no Python. */
    emulator: string;
  }
}

let stack: MiniStack | undefined;

/** One emulator for the whole test run; each test has separate tables and a bucket. */
export async function setup(project: TestProject): Promise<void> {
  if (lookFor(PYTHON).present) stack = await MiniStack.start();
  project.provide('emulator', stack?.endpoint ?? '');
}

export async function teardown(): Promise<void> {
  await stack?.stop();
}
