import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{core,engine,adapters,cli,test,bench}/**/*.test.ts'],
    environment: 'node',
    pool: 'forks',
    testTimeout: 60_000,
  },
});
