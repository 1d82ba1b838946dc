import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryFiles, type SourceFile } from '#test/architecture/source-files.ts';

const MAX_FILES = 15;
const RELATIVE_IMPORT = /(?:\bfrom |\bimport |\bimport\()'(\.\.?\/[^']+)'/g;

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

const isProduct = ({ path }: SourceFile): boolean => /^web\/.*\.tsx?$/.test(path) && !path.includes('.test.');

/** Who imports whom. @param nodeOf of a file: the file itself, or its folder */
function importGraph(files: readonly SourceFile[], nodeOf: (path: string) => string): Graph {
  const graph = new Map<string, Set<string>>();
  for (const { path, text } of files) {
    for (const [, specifier = ''] of text.matchAll(RELATIVE_IMPORT)) {
      const [from, to] = [nodeOf(path), nodeOf(posix.join(posix.dirname(path), specifier))];
      if (from !== to) graph.set(from, (graph.get(from) ?? new Set()).add(to));
    }
  }
  return graph;
}

/** The first cycle of each search, as `a → b → a`. */
function cyclesIn(graph: Graph): string[] {
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (node: string, path: readonly string[]): void => {
    if (path.includes(node)) found.push([...path.slice(path.indexOf(node)), node].join(' → '));
    if (path.includes(node) || done.has(node)) return;
    for (const next of graph.get(node) ?? []) visit(next, [...path, node]);
    done.add(node);
  };
  for (const node of graph.keys()) visit(node, []);
  return found;
}

describe('folders of the console', () => {
  const files = repositoryFiles().filter(isProduct);

  it('have at most 15 files each', () => {
    const counts = new Map<string, number>();
    for (const { path } of files) counts.set(posix.dirname(path), (counts.get(posix.dirname(path)) ?? 0) + 1);

    expect(counts.size).toBeGreaterThan(10);
    expect([...counts].filter(([, count]) => count > MAX_FILES)).toEqual([]);
  });

  it('have no import cycle, neither of files nor of folders', () => {
    const [byFile, byFolder] = [importGraph(files, (path) => path), importGraph(files, posix.dirname)];

    expect(byFile.size).toBeGreaterThan(40);
    expect([...cyclesIn(byFile), ...cyclesIn(byFolder)]).toEqual([]);
  });

  it('would show a planted cycle of folders', () => {
    const planted = [
      { path: 'web/ui/a.ts', text: "import { b } from '../query/b.ts';" },
      { path: 'web/query/b.ts', text: "import { c } from '../ui/c.ts';" },
    ];

    expect(cyclesIn(importGraph(planted, (path) => path))).toEqual([]);
    expect(cyclesIn(importGraph(planted, posix.dirname))).toEqual(['web/ui → web/query → web/ui']);
  });
});
