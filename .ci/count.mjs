// Sums the results that the steps of .ci/run left as JSON (Vitest's reporter, and test/warc in the
// same words). A file that is missing counts as one failure: its step never came to an end. Of test
// files that were run once more (x-again.json beside x.json) the second result counts. Prints every
// failure once more, at the end of a long log, and then one line.
import { existsSync, readFileSync } from 'node:fs';

/** Of a test that did not run, and whose file has no error either. */
const HOOK = 'a hook of its group failed, or its process died: the log above says which';

let passed = 0;
const failures = [];
for (const path of process.argv.slice(2)) {
  const result = resultIn(path);
  if (result === null) failures.push(`no result in ${path}`);
  else if (result.testResults === undefined) {
    passed += result.numPassedTests;
    for (let n = 0; n < result.numFailedTests; n += 1) failures.push(`a failure in ${path}`);
  } else takeFiles(path, result);
}
for (const failure of failures) process.stdout.write(`FAILED ${failure}\n`);
process.stdout.write(`${passed} passed, ${failures.length} failed\n`);
process.exitCode = failures.length === 0 ? 0 : 1;

function takeFiles(path, { testResults, success }) {
  const again = resultIn(path.replace(/\.json$/, '-again.json'));
  const last = new Map([...testResults, ...(again?.testResults ?? [])].map((file) => [file.name, file]));
  const found = [...last.values()].flatMap(failuresOf);
  for (const { assertionResults } of last.values()) {
    passed += assertionResults.filter((test) => test.status === 'passed').length;
  }
  const isBroken = (again ?? { success }).success === false && found.length === 0;
  failures.push(...found, ...(isBroken ? [`an error outside of the tests of ${path}`] : []));
}

function resultIn(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}

/**
 * Of one test file, a line each; a file that could not be loaded has no failed test. Tests that a
 * hook kept from running say nothing themselves: the file has the error of the hook.
 */
function failuresOf({ name, status, message, assertionResults }) {
  const tests = assertionResults.filter((test) => test.status !== 'passed');
  if (tests.length === 0) return status === 'failed' ? [`${name}: ${firstLine(message)}`] : [];
  return tests.map(
    (test) =>
      `${name}: ${test.fullName}: ${test.status}: ${firstLine(test.failureMessages?.join(' ') || message || HOOK)}`,
  );
}

function firstLine(text) {
  return (text ?? '').split('\n', 1)[0].slice(0, 500);
}
