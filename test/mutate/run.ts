import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { ALL_MUTATIONS, MUTATIONS } from '#test/mutate/mutations.ts';
import { mutationsPage, type Noticed } from '#test/mutate/mutations-page.ts';
import { runTests } from '#test/mutate/test-run.ts';
import { WorkingCopy } from '#test/mutate/working-copy.ts';

/**
 * `npm run mutate [-- WORDS…]`: breaks each rule (or those whose name has one of the words) and
 * shows that a test notices. Writes reports/mutations.md when all were broken. Ends with 1 when one
 * survives, when a break is out of date, or when the tests fail before anything is broken.
 */
const PAGE = new URL('../../reports/mutations.md', import.meta.url);
const words = process.argv.slice(2);

const wanted = ALL_MUTATIONS.filter(({ rule }) => words.length === 0 || words.some((word) => rule.includes(word)));
const copy = new WorkingCopy();
process.once('exit', () => copy.remove());
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
process.exitCode = await campaign();

async function campaign(): Promise<number> {
  const begun = performance.now();
  say(`commit ${copy.commit}${copy.isBehind ? ' (the checkout has changes that are not in it)' : ''}`);
  for (const mutation of wanted) copy.check(mutation);
  const files = [...new Set(wanted.flatMap(({ tests }) => tests))].sort();
  const whole = await runTests(copy.folder, files);
  if (whole.type !== 'passed') {
    say(`nothing is broken yet, and: ${whole.type === 'failed' ? `${whole.test} fails (${whole.file})` : whole.why}`);
    return 1;
  }
  say(`nothing broken: ${whole.tests} tests of ${files.length} files pass (${whole.seconds.toFixed(0)} s)`);
  const noticed = await breakAll();
  const survivors = wanted.filter(({ rule }) => !noticed.has(rule));
  say(`${wanted.length - survivors.length} of ${wanted.length} breaks were noticed`);
  for (const { rule } of survivors) say(`NOT NOTICED: ${rule}`);
  if (words.length === 0) {
    const machine = `Node ${process.version} on ${process.platform} ${process.arch}, ${cpus().length} cores`;
    const date = new Date().toISOString().slice(0, 10);
    const seconds = (performance.now() - begun) / 1000;
    writeFileSync(PAGE, mutationsPage(MUTATIONS, { noticed, date, machine, commit: copy.commit, seconds }));
  }
  return survivors.length === 0 ? 0 : 1;
}

async function breakAll(): Promise<Map<string, Noticed>> {
  const noticed = new Map<string, Noticed>();
  for (const mutation of wanted) {
    const mend = copy.break(mutation);
    const run = await runTests(copy.folder, mutation.tests).finally(mend);
    const what = { failed: 'noticed', passed: 'SURVIVED', broken: 'BROKEN' }[run.type];
    const by = run.type === 'failed' ? run.test : run.type === 'broken' ? run.why : '';
    say(
      `${what.padEnd(9)} ${run.seconds.toFixed(1).padStart(5)} s  ${mutation.rule} (${mutation.file}): ${by.slice(0, 120)}`,
    );
    if (run.type === 'failed') noticed.set(mutation.rule, run);
  }
  return noticed;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
