import { basename } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files of minutes, longest first. A new machine knows no times, and sizes of files mislead: one of
 * 20 lines runs a script of a minute.
 */
const LONGEST = [
  'deployment.test.ts',
  'deployment-api.test.ts',
  'deployment-console.test.ts',
  'deployment-command-line.test.ts',
  'accessibility.test.ts',
  'console.test.ts',
  'aws-faults.test.ts',
  'aws-ports.test.ts',
  'aws-bounded-reads.test.ts',
];

/** Starts the longest files first, so that no core is idle while the last of them runs. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.sort((a, b) => placeOf(a) - placeOf(b));
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = LONGEST.indexOf(basename(moduleId));
  return place < 0 ? LONGEST.length : place;
}
