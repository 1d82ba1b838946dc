import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Metafile } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleEntries, bundleFunctions, VERBS, type Verb } from '../../infra/constructs/functions/function-bundle.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const MEGABYTE = 1024 * 1024;

/**
 * Cold starts read the whole bundle: what these may have, in MB. undici is 0.7 of it: workers and
 * previews fetch pages with it, and the watchdog sends messages: 0.5 more for SES, SNS and
 * Lambda. `finish` has 0.25 for the patterns of external links. `api` and `index` have 0.19 for the
 * stemmers and stop words of twenty languages. `api` has 0.02 for the reader of trees (ADR 114),
 * which halves the CPU of a text; `htmlparser2` stays for facts. `index` has 0.01
 * for JSON-LD and RDFa as authors write them: repaired JSON, contexts, relations.
 */
const MOST_MB: Readonly<Record<Verb, number>> = {
  advance: 1.5,
  'crawl-small': 1.6,
  'crawl-unit': 2.5,
  'mark-died': 1,
  finish: 1.2,
  watchdog: 1.9,
  api: 2.81,
  preview: 2.5,
  index: 1.8,
};

/** As the stack gives it. */
const ENVIRONMENT = {
  AWS_REGION: 'eu-central-1',
  AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '256',
  SURF_STAGE: 'test',
  POWERTOOLS_SERVICE_NAME: 'surf-test',
  POWERTOOLS_METRICS_NAMESPACE: 'Surf',
};

describe('bundles of the functions', () => {
  let out: string;
  let outputs: Metafile['outputs'];
  beforeAll(() => {
    out = mkdtempSync(join(tmpdir(), 'surf-bundles-'));
    ({ outputs } = bundleFunctions({ root, out }));
  });
  afterAll(() => rmSync(out, { recursive: true }));

  const text = (verb: Verb): string => readFileSync(join(out, verb, 'index.js'), 'utf8');

  it.each(VERBS)('%s starts alone, without any package beside it', (verb) => {
    const script = `process.stdout.write(typeof require(${JSON.stringify(join(out, verb, 'index.js'))}).handler)`;
    const answer = execFileSync(process.execPath, ['-e', script], { cwd: out, env: ENVIRONMENT, encoding: 'utf8' });

    expect(answer).toBe('function');
  });

  it.each(VERBS)('%s is small enough', (verb) => {
    expect(text(verb).length / MEGABYTE).toBeLessThan(MOST_MB[verb]);
  });

  it('have no node:assert, which reads and parses the bundle when a server breaks what undici asserts', () => {
    const fetching = VERBS.filter((verb) => text(verb).includes('an assertion does not hold'));
    const parsing = VERBS.filter((verb) => /require\("(?:node:)?assert"\)/.test(text(verb)));

    expect([fetching, parsing]).toEqual([['crawl-unit', 'watchdog', 'preview'], []]);
  });

  it('have undici where pages are fetched, messages are sent or a thread extracts, and nowhere else', () => {
    const having = VERBS.filter((verb) =>
      Object.entries(outputs).some(
        ([file, { inputs }]) =>
          file.includes(`/${verb}/`) && Object.keys(inputs).some((input) => input.includes('node_modules/undici/')),
      ),
    );

    expect(having).toEqual(['crawl-unit', 'watchdog', 'preview', 'index']);
  });

  it('hold no path of this machine, and are the same when they are made again, alone: a second deployment changes nothing', () => {
    const again = mkdtempSync(join(tmpdir(), 'surf-bundles-'));
    bundleEntries([{ in: 'lambdas/advance.lambda.ts', out: 'alone' }], { root, folder: again });

    expect(readFileSync(join(again, 'alone.js'), 'utf8') === text('advance')).toBe(true);
    expect(text('advance')).not.toContain(root);
    rmSync(again, { recursive: true });
  });

  it('have the thread that extracts beside the worker', () => {
    expect(readFileSync(join(out, 'crawl-unit', 'extraction-thread.js'), 'utf8')).toContain('parentPort');
  });

  it('fail at once, naming the variable, in an environment that is none', () => {
    const script = `try { require(${JSON.stringify(join(out, 'finish', 'index.js'))}) } catch (error) { process.stdout.write(error.message) }`;
    const { SURF_STAGE: _, ...env } = ENVIRONMENT;

    const message = execFileSync(process.execPath, ['-e', script], { env, encoding: 'utf8' });

    expect(message).toContain("the function's environment is incomplete (SURF_STAGE");
  });
});
