/**
 * Prints the walks of reports/walks.md: how many files a reader enters who follows the imports of
 * values from an entry, and how often a way leads back to a file entered before.
 *
 * node test/architecture/imports/run-walks.ts
 */
import { dirname } from 'node:path';
import { importGraph } from '#test/architecture/imports/import-cycles.ts';
import { typeScriptFiles } from '#test/architecture/source-files.ts';

/** Entry of each walk, and the files that it may enter. */
const WALKS: readonly (readonly [entry: string, within: RegExp])[] = [
  ['core/workflow/parsing/parse-workflow.ts', /^core\/workflow\//],
  ['engine/advance/planning/decide-wave.ts', /^engine\/advance\/|^core\/frontier\/(?:wave|budget)\//],
  ['engine/advance/advance.ts', /^engine\/advance\//],
  ['engine/advance/advance.ts', /^engine\//],
  ['engine/crawl-unit/crawl-unit.ts', /^engine\//],
  ['engine/verify/verify.ts', /^engine\//],
  ['engine/explain/explain.ts', /^engine\//],
  ['engine/export/export-execution.ts', /^engine\//],
];

/** Imports of types alone send no reader to another file. */
const withoutTypes = (text: string): string =>
  text
    .replace(/^(?:import|export) type [^;]+;$/gm, '')
    .replace(/^import \{(?:\s*type [^,}]+,?)+\s*\} from [^;]+;$/gm, '');

const graph = importGraph(typeScriptFiles().map(({ path, text }) => ({ path, text: withoutTypes(text) })));

for (const [entry, within] of WALKS) {
  const entered = new Set<string>();
  let back = 0;
  const enter = (path: string): void => {
    if (entered.has(path)) back += 1;
    else {
      entered.add(path);
      for (const next of graph.get(path) ?? []) if (within.test(next)) enter(next);
    }
  };
  enter(entry);
  const folders = new Set([...entered].map((path) => dirname(path))).size;
  process.stdout.write(`${entry} within ${within.source}: ${entered.size} files, ${folders} folders, back ${back}\n`);
}
