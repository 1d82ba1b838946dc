import { basename } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Long files of each suite, longest first. A new machine knows no times, and sizes of files
 * mislead: one of 20 lines runs a script of a minute.
 */
const LONGEST = [
  'deployment.test.ts',
  'deployment-api.test.ts',
  'deployment-grants.test.ts',
  'deployment-console.test.ts',
  'deployment-command-line.test.ts',
  'accessibility.test.ts',
  'accessibility-second-half.test.ts',
  'console.test.ts',
  'aws-faults.test.ts',
  'aws-ports.test.ts',
  'aws-bounded-reads.test.ts',
  'aws-engine.test.ts',
  'attack-suite.test.ts',
  'barren-traps.test.ts',
  'packages.test.ts',
  'package.test.ts',
  'collection-search.test.ts',
  'server-as-folder.test.ts',
  'cli.test.ts',
  'api-threads.test.ts',
  'limits.test.ts',
  'notifications.test.ts',
  'advance.test.ts',
];

/** Starts the longest files first, so that no core is idle while the last of them runs. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => groupOf(a) - groupOf(b) || placeOf(a) - placeOf(b));
  }
}

/** The fast tier comes first. */
const groupOf = ({ project }: TestSpecification): number => project.config.sequence.groupOrder;

function placeOf({ moduleId }: TestSpecification): number {
  const place = LONGEST.indexOf(basename(moduleId));
  return place < 0 ? LONGEST.length : place;
}
