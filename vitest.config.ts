import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import { LongestFirst } from './test/deploy/longest-first.ts';

/** Public vectors lie outside of the repository: `npm run test:conformance`. */
const CONFORMANCE = 'test/conformance/**/*.test.ts';

/** Over an emulator of AWS, which needs Python: `npm run test:aws`. */
const AWS = 'test/**/aws-*.test.ts';

/** The stack, deployed into the same emulator: `npm run test:deploy`. */
const DEPLOY = 'test/deploy/**/deployment*.test.ts';

/** The console in a real Chromium: `npm run test:web`. */
const WEB = 'test/web/**/*.test.ts';

/** All of it that makes sense there, before a deployment: `npm run test:web:deployed`. */
const WEB_DEPLOYED = 'test/deploy/*-console*.test.ts';

const OF_MODE: Readonly<Record<string, string>> = {
  ...{ conformance: CONFORMANCE, aws: AWS, deploy: DEPLOY, web: WEB },
  'web-deployed': WEB_DEPLOYED,
};

const SETUP_OF_MODE: Readonly<Record<string, string[]>> = {
  aws: ['test/emulator/vitest-setup.ts'],
  deploy: ['test/web/vitest-setup.ts', 'test/emulator/vitest-install.ts'],
  web: ['test/web/vitest-setup.ts'],
  'web-deployed': ['test/web/vitest-setup.ts', 'test/emulator/vitest-install.ts'],
};

export default defineConfig(({ mode }) => ({
  test: {
    include: [OF_MODE[mode] ?? '{core,engine,adapters,api,lambdas,infra,cli,web,test,bench}/**/*.test.ts'],
    exclude: mode in OF_MODE ? [] : ['node_modules/**', CONFORMANCE, AWS, DEPLOY, WEB, WEB_DEPLOYED],
    globalSetup: SETUP_OF_MODE[mode] ?? [],
    environment: 'node',
    sequence: { sequencer: mode === 'deploy' ? LongestFirst : BaseSequencer },
    pool: 'forks',
    // One of two cores would be idle else: files wait for servers more than they compute.
    maxWorkers: '100%',
    // For what hangs: a busy machine takes many times as long as one that is not.
    testTimeout: 300_000,
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 300_000,
  },
}));
