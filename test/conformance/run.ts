import { readFile } from 'node:fs/promises';
import { listedDeviations, runVectors, vectorFolder } from '#test/conformance/vectors.ts';

/**
 * `npm run conformance`: how many cases of each public suite pass, how many we decided otherwise,
 * how many neither.
 */
const verbose = process.argv.includes('--verbose');
const listed = listedDeviations(
  await readFile(new URL('../../docs/reference/conformance.md', import.meta.url), 'utf8'),
);

const row = (name: string, ...cells: (string | number)[]): string =>
  `${name.padEnd(34)}${cells.map((cell) => String(cell).padStart(12)).join('')}\n`;

process.stdout.write(row('file', 'cases', 'passed', 'decided', 'neither'));
for (const { name, passed, total, failed } of runVectors(vectorFolder())) {
  const known = listed.get(name) ?? new Set();
  const decided = [...failed.keys()].filter((id) => known.has(id)).length;
  process.stdout.write(row(name, total, passed, decided, total - passed - decided));
  if (!verbose) continue;
  for (const [id, vector] of failed) {
    process.stdout.write(`    ${id}${known.has(id) ? ' decided' : ''} ${JSON.stringify(vector).slice(0, 300)}\n`);
  }
}
