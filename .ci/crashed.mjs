// Names the test files whose process died, of a Vitest result: their tests are pending, or none is
// known. A file that does not load has an error; tests that a failed hook keeps from running are
// skipped.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

const { testResults = [] } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
for (const { name, status, message, assertionResults: tests } of testResults) {
  const isUnfinished = tests.length === 0 ? message === '' : tests.some((test) => test.status === 'pending');
  if (status === 'failed' && isUnfinished) process.stdout.write(`${relative(process.cwd(), name)}\n`);
}
