import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/longest-first.ts';
import { ALONE, EVERY_TEST, NEED_THE_CDK, SLOW, SUITES } from './test/tiers.ts';

const SETUP_OF_MODE: Readonly<Record<string, string[]>> = {
  aws: ['test/emulator/vitest-setup.ts'],
  deploy: [
    'test/web/vitest-setup.ts',
    'test/emulator/vitest-install.ts',
    'test/e2e/process/packed-setup.ts',
    'test/deploy/deployed/functions-setup.ts',
  ],
  web: ['test/web/vitest-setup.ts', 'test/web/shared-server-setup.ts'],
  'web-deployed': [
    'test/web/vitest-setup.ts',
    'test/emulator/vitest-install.ts',
    'test/deploy/deployed/functions-setup.ts',
  ],
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

/**
 * Test files at once that wait for servers, processes and disks: with one a core, a third of a
 * machine of two cores was idle. Suites that run beside each other take no more.
 */
const WAITING = Math.ceil(1.5 * availableParallelism());

/** The slow tier has the machine: with three files at once its CPU filled 60 % of two cores. */
const SLOW_FILES = availableParallelism() + 2;

/**
 * Collects garbage in the thread that makes it: threads beside it find no idle core, and a process
 * of whole crawls took 7 % more CPU. Young generations begin at their largest: a thread that lives
 * for a second spent a third of it in collections of one that grew from 1 MB.
 */
const OF_HEAPS = ['--single-threaded-gc', '--min-semi-space-size=16', '--max-semi-space-size=16'];

const PACKED_THREADS = fileURLToPath(new URL('test/e2e/process/packed-threads.ts', import.meta.url));

const SLOW_TIER = {
  pool: 'forks',
  maxWorkers: SLOW_FILES,
  sequence: { groupOrder: 1 }, // after the fast tier, which has another number of workers
  globalSetup: ['test/e2e/process/packed-setup.ts'],
  alias: { '#compose/thread-modules.ts': PACKED_THREADS, '#cli/serve/threads/thread-modules.ts': PACKED_THREADS },
};

/** Both tiers, each of one project or two: `vitest run FILE` finds a file of either. */
const TIERS = [
  // Files of one process share its modules: loading them takes longer than most tests. Threads are
  // faster by a tenth, but V8 aborted a run in threads as it freed WebAssembly code, which the
  // threads of a process share (nodejs/node issue 64500).
  { name: 'fast', include: [EVERY_TEST], exclude: [...ELSEWHERE, ...SLOW], pool: 'forks', isolate: false },
  // Files share processes, too: each took a second of CPU for its process and its modules.
  {
    ...SLOW_TIER,
    name: 'slow',
    include: [...SLOW],
    exclude: [...ELSEWHERE, ...ALONE],
    isolate: false,
    execArgv: OF_HEAPS,
  },
  { ...SLOW_TIER, name: 'slow, alone', include: [...ALONE], exclude: ELSEWHERE },
];

export default defineConfig(({ mode }) => {
  const suite = SUITES[mode];
  if (mode === 'campaign' || mode === 'web-deployed') process.env.SURF_CAMPAIGN = '1'; // test/campaign.ts
  return {
    test: {
      maxWorkers: '100%', // vitest leaves one core free else
      ...(suite === undefined
        ? { projects: TIERS.map((tier) => ({ test: { ...COMMON, ...tier } })), sequence: { sequencer: LongestFirst } }
        : {
            ...COMMON,
            include: [suite],
            globalSetup: SETUP_OF_MODE[mode] ?? [],
            pool: 'forks',
            maxWorkers: WAITING,
            isolate: mode !== 'web' && mode !== 'aws' && mode !== 'deploy',
            sequence: { sequencer: LongestFirst },
          }),
    },
  };
});
