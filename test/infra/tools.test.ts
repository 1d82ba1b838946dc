import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { absoluteSpecifier, importsOf } from '#test/architecture/imports/import-rules.ts';
import { ROOT, type SourceFile, typeScriptFiles } from '#test/architecture/source-files.ts';
import { NEED_THE_CDK } from '#test/tiers.ts';
import { whenPresent } from '#test/when-present.ts';

/** Files that `infra/tsconfig.json` has and `tsconfig.json` has not. */
const CHECKED_WITH_THE_CDK = /^(?:infra|test\/infra|test\/asl)\/|^examples\/own-cdk-app\.ts$/;

describe('what needs the CDK', () => {
  const needing = [...namersOf(/^(?:aws-cdk-lib|constructs|cdk-nag|asl-validator)(?:\/|$)/, typeScriptFiles())];

  it('is left out of the tests where npm ci alone was run, and nothing else is', () => {
    const left = NEED_THE_CDK.flatMap((pattern) => globSync(pattern, { cwd: ROOT }));

    expect(left.sort()).toEqual(needing.filter((path) => path.endsWith('.test.ts')).sort());
  });

  it('has its types checked apart from the rest', () => {
    expect(needing.filter((path) => !CHECKED_WITH_THE_CDK.test(path))).toEqual([]);
  });
});

const wanted = { name: 'the CDK (npm run setup:deploy)', path: join(ROOT, 'node_modules/aws-cdk-lib') };
whenPresent(wanted, () => {
  it('is tested with the CDK, as in CI', () => {
    expect(NEED_THE_CDK.length).toBeGreaterThan(0);
  });
});

/** Files that import a package, directly or not. */
function namersOf(wanted: RegExp, files: readonly SourceFile[]): Set<string> {
  const importers = new Map<string, string[]>();
  for (const { path, text } of files)
    for (const specifier of importsOf(text)) {
      const target = absoluteSpecifier(path, specifier).replace(/^#/, '');
      importers.set(target, [...(importers.get(target) ?? []), path]);
    }
  const found = new Set<string>();
  const queue = [...importers.keys()].filter((target) => wanted.test(target));
  for (let target = queue.pop(); target !== undefined; target = queue.pop())
    for (const path of importers.get(target) ?? [])
      if (!found.has(path)) {
        found.add(path);
        queue.push(path);
      }
  return found;
}
