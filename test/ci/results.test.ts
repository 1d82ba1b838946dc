import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'surf-ci-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a script of the gate on results with these names. */
function run(script: 'count' | 'crashed', names: readonly string[]) {
  const path = fileURLToPath(new URL(`../../.ci/${script}.mjs`, import.meta.url));
  const args = [path, ...names.map((name) => join(folder, name))];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  return {
    status,
    lines: stdout
      .trimEnd()
      .split('\n')
      .filter((line) => line !== ''),
  };
}

const write = (name: string, result: unknown): void => writeFileSync(join(folder, name), JSON.stringify(result));

interface FileResult {
  readonly status?: 'failed' | 'passed';
  readonly message?: string;
  readonly tests?: readonly (readonly [name: string, status: string, failure?: string])[];
}

/** A result as Vitest's JSON reporter writes it. */
function vitestResult(files: Readonly<Record<string, FileResult>>, success = false): unknown {
  const testResults = Object.entries(files).map(([name, { status = 'failed', message = '', tests = [] }]) => ({
    name: join(folder, name),
    status,
    message,
    assertionResults: tests.map(([fullName, state, failure]) => ({
      fullName,
      status: state,
      ...(failure !== undefined && { failureMessages: [failure] }),
    })),
  }));
  return { success, testResults };
}

describe('the last line of the gate', () => {
  it('sums what passed in all suites', () => {
    write(
      'unit.json',
      vitestResult(
        {
          'a.test.ts': {
            status: 'passed',
            tests: [
              ['one', 'passed'],
              ['two', 'passed'],
            ],
          },
        },
        true,
      ),
    );
    write('warc.json', { numPassedTests: 11, numFailedTests: 0 });

    expect(run('count', ['unit.json', 'warc.json'])).toEqual({ status: 0, lines: ['13 passed, 0 failed'] });
  });

  it.each([
    [
      'a test that failed',
      { tests: [['one', 'failed', 'expected 1 to be 2\nat x']] },
      'one: failed: expected 1 to be 2',
    ],
    ['a file that did not load', { message: 'Cannot find module x' }, 'Cannot find module x'],
    ['a test whose hook failed', { message: 'no emulator', tests: [['one', 'skipped']] }, 'one: skipped: no emulator'],
    [
      'a test that nothing explains',
      { tests: [['one', 'pending']] },
      'one: pending: a hook of its group failed, or its process died: the log above says which',
    ],
  ] satisfies [string, FileResult, string][])('counts %s as one failure, with its reason', (_, file, reason) => {
    write('unit.json', vitestResult({ 'a.test.ts': file }));

    expect(run('count', ['unit.json'])).toEqual({
      status: 1,
      lines: [`FAILED ${join(folder, 'a.test.ts')}: ${reason}`, '0 passed, 1 failed'],
    });
  });

  it('counts one failure for a missing result file, and one for an error outside of all tests', () => {
    write('unit.json', vitestResult({ 'a.test.ts': { status: 'passed', tests: [['one', 'passed']] } }));

    const { status, lines } = run('count', ['unit.json', 'missing.json']);

    expect([status, lines.at(-1), lines.length]).toEqual([1, '1 passed, 2 failed', 3]);
  });

  it('takes the second result of a file that ran again', () => {
    write('twice.json', vitestResult({ 'a.test.ts': { tests: [['one', 'pending']] } }));
    write('twice-again.json', vitestResult({ 'a.test.ts': { status: 'passed', tests: [['one', 'passed']] } }, true));

    expect(run('count', ['twice.json'])).toEqual({ status: 0, lines: ['1 passed, 0 failed'] });
  });
});

describe('files that the gate runs again', () => {
  it('are those whose process died, not those with a failure', () => {
    write(
      'died.json',
      vitestResult({
        'died.test.ts': {
          tests: [
            ['one', 'passed'],
            ['two', 'pending'],
          ],
        },
        'died-early.test.ts': {},
        'failed.test.ts': { tests: [['one', 'failed', 'no']] },
        'hook.test.ts': { message: 'no emulator', tests: [['one', 'skipped']] },
        'unloadable.test.ts': { message: 'Cannot find module x' },
        'passed.test.ts': { status: 'passed', tests: [['one', 'passed']] },
      }),
    );

    expect(run('crashed', ['died.json']).lines).toEqual(['died.test.ts', 'died-early.test.ts']);
  });
});
