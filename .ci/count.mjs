// Sums the results that the steps of .ci/run left as JSON (Vitest's reporter, and test/warc in the same words).
// A file that is missing counts as one failure: its step never came to an end. Prints every failure once more, at the
// end of a long log, and then one line.
import { existsSync, readFileSync } from 'node:fs';

let passed = 0;
const failures = [];
for (const path of process.argv.slice(2)) {
  if (!existsSync(path)) {
    failures.push(`no result in ${path}`);
    continue;
  }
  const result = JSON.parse(readFileSync(path, 'utf8'));
  passed += result.numPassedTests;
  const named = (result.testResults ?? []).flatMap(failuresOf);
  // a result that only counts has no names
  for (let unnamed = named.length; unnamed < result.numFailedTests; unnamed += 1) named.push(`a failure in ${path}`);
  failures.push(...named, ...Array.from({ length: result.numPendingTests ?? 0 }, () => `a skipped test in ${path}`));
}
for (const failure of failures) process.stdout.write(`FAILED ${failure}\n`);
process.stdout.write(`${passed} passed, ${failures.length} failed\n`);
process.exitCode = failures.length === 0 ? 0 : 1;

/** Of one test file, a line each; a file that could not be loaded has no failed test of its own. */
function failuresOf({ name, status, message, assertionResults }) {
  const tests = assertionResults.filter((test) => test.status === 'failed');
  if (tests.length === 0) return status === 'failed' ? [`${name}: ${firstLine(message)}`] : [];
  return tests.map((test) => `${name}: ${test.fullName}: ${firstLine(test.failureMessages.join(' '))}`);
}

function firstLine(text) {
  return (text ?? '').split('\n', 1)[0].slice(0, 500);
}
