// Names the test files whose process died, of a Vitest result: none of their tests failed, and not
// all of them ended.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

const { testResults = [] } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
for (const { name, status, assertionResults: tests } of testResults) {
  const failed = tests.some((test) => test.status === 'failed');
  const ended = tests.length > 0 && tests.every((test) => test.status === 'passed');
  if (status === 'failed' && !failed && !ended) process.stdout.write(`${relative(process.cwd(), name)}\n`);
}
