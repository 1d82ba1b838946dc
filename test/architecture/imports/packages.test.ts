import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { reach } from '#test/architecture/imports/import-rules.ts';
import { isTest, ROOT, typeScriptFiles } from '#test/architecture/source-files.ts';

/**
 * U1: what the user named, and the work in which run-time code comes to use it. `now` = it must be
 * reached from the CLI or a use case today; a word = the part of the project that brings it.
 */
const NAMED: Readonly<Record<string, string>> = {
  undici: 'now',
  'robots-parser': 'now',
  cheerio: 'now',
  '@aws-sdk/client-dynamodb': 'now',
  '@aws-sdk/client-s3': 'now',
  '@aws-sdk/client-sfn': 'now',
  'aws-cdk-lib': 'now',
};

describe('the packages that the user named (U1)', () => {
  const files = typeScriptFiles().filter(({ path }) => !isTest(path));
  const entries = files
    .map(({ path }) => path)
    .filter((path) => path === 'cli/main.ts' || /^engine\/|^api\/client\/|^lambdas\/.*\.lambda\.ts$/.test(path));
  const { packages } = reach(files, entries);
  /** What runs when Surf is deployed; bundles hold none of it. */
  const deployed = reach(files, ['infra/app.ts']).packages;
  const manifest = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as { dependencies: Record<string, string> };

  it('are reached by run-time code where their time has come', () => {
    const due = Object.keys(NAMED).filter((name) => NAMED[name] === 'now');

    expect(due.filter((name) => !packages.has(name) && !deployed.has(name))).toEqual([]);
  });

  it('and nothing is installed for run time that nothing uses', () => {
    const later = Object.keys(NAMED).filter((name) => NAMED[name] !== 'now');
    const used = new Set([...packages, ...later]);

    expect(Object.keys(manifest.dependencies).filter((name) => !used.has(name))).toEqual([]);
    expect([...packages].filter((name) => !(name in manifest.dependencies))).toEqual([]);
  });
});

it('the top level has what the user named (U2)', () => {
  const named = ['package.json', 'tsconfig.json', 'cdk.json', 'infra', 'lambdas', 'api', 'web', 'test'];

  expect(named.filter((name) => !existsSync(`${ROOT}${name}`))).toEqual([]);
});
