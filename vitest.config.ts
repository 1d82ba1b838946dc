import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import { LongestFirst } from './test/deploy/longest-first.ts';
import { EVERY_TEST, NEED_THE_CDK, SLOW, SUITES } from './test/tiers.ts';

const SETUP_OF_MODE: Readonly<Record<string, string[]>> = {
  aws: ['test/emulator/vitest-setup.ts'],
  deploy: ['test/web/vitest-setup.ts', 'test/emulator/vitest-install.ts', 'test/e2e/process/packed-setup.ts'],
  web: ['test/web/vitest-setup.ts'],
  'web-deployed': ['test/web/vitest-setup.ts', 'test/emulator/vitest-install.ts'],
};

const CDK = new URL('node_modules/aws-cdk-lib', import.meta.url);
const ELSEWHERE = ['node_modules/**', ...Object.values(SUITES), ...(existsSync(CDK) ? [] : NEED_THE_CDK)];

const COMMON = {
  environment: 'node',
  // For what hangs: a busy machine takes many times as long as one that is not.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 30_000 } },
  setupFiles: ['test/test-name.ts'],
  // Of a value in the name of a test: three of them fit.
  taskTitleValueFormatTruncate: 36,
};

/** Both tiers, each a project: `vitest run FILE` finds a file of either. */
const TIERS = [
  // Files of one thread share its modules: loading them takes longer than most tests.
  { name: 'fast', include: [EVERY_TEST], exclude: [...ELSEWHERE, ...SLOW], pool: 'threads', isolate: false },
  {
    name: 'slow',
    include: [...SLOW],
    exclude: ELSEWHERE,
    pool: 'forks',
    globalSetup: ['test/e2e/process/packed-setup.ts'],
    alias: {
      '#compose/thread-modules.ts': fileURLToPath(new URL('test/e2e/process/packed-threads.ts', import.meta.url)),
    },
  },
];

export default defineConfig(({ mode }) => {
  const suite = SUITES[mode];
  if (mode === 'campaign' || mode === 'web-deployed') process.env.SURF_CAMPAIGN = '1'; // test/campaign.ts
  return {
    test: {
      // One of two cores would be idle else: files wait for servers more than they compute.
      maxWorkers: '100%',
      ...(suite === undefined
        ? { projects: TIERS.map((tier) => ({ test: { ...COMMON, ...tier } })) }
        : {
            ...COMMON,
            include: [suite],
            globalSetup: SETUP_OF_MODE[mode] ?? [],
            pool: 'forks',
            sequence: { sequencer: mode === 'deploy' ? LongestFirst : BaseSequencer },
          }),
    },
  };
});
