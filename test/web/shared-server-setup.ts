import type { TestProject } from 'vitest/node';
import { CHROMIUM, type ConsoleServer, startServer } from '#test/web/console/console-under-test.ts';
import { lookFor } from '#test/when-present.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the server that test files share; empty where there is no Chromium. */
    sharedConsole: string;
  }
}

let server: ConsoleServer | undefined;

/** One server for all test files that need no separate one (console/shared-console.ts). */
export async function setup(project: TestProject): Promise<void> {
  if (lookFor({ name: 'Chromium', path: CHROMIUM }).present) server = await startServer();
  project.provide('sharedConsole', server?.address ?? '');
}

export async function teardown(): Promise<void> {
  await server?.close();
}
