import { defineConfig } from 'vitest/config';

/** Public vectors lie outside of the repository: `npm run test:conformance`. */
const CONFORMANCE = 'test/conformance/**/*.test.ts';

export default defineConfig(({ mode }) => ({
  test: {
    include: mode === 'conformance' ? [CONFORMANCE] : ['{core,engine,adapters,cli,test,bench}/**/*.test.ts'],
    exclude: mode === 'conformance' ? [] : ['node_modules/**', CONFORMANCE],
    environment: 'node',
    pool: 'forks',
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
}));
