// Sums the results that the steps of .ci/run left as JSON (Vitest's reporter, and test/warc in the same words).
// A file that is missing counts as one failure: its step never came to an end. Prints one line.
import { existsSync, readFileSync } from 'node:fs';

let passed = 0;
let failed = 0;
for (const path of process.argv.slice(2)) {
  if (existsSync(path)) {
    const result = JSON.parse(readFileSync(path, 'utf8'));
    passed += result.numPassedTests;
    // a test file that could not be loaded has no failed test of its own
    const broken = (result.testResults ?? []).filter(
      (file) => file.status === 'failed' && file.assertionResults.length === 0,
    );
    failed += result.numFailedTests + broken.length + (result.numPendingTests ?? 0);
  } else {
    process.stderr.write(`no result in ${path}\n`);
    failed += 1;
  }
}
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
