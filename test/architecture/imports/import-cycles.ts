import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { absoluteSpecifier, loadedBy } from '#test/architecture/imports/import-rules.ts';
import { ROOT, type SourceFile } from '#test/architecture/source-files.ts';

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** Which product file imports which, types too; tests are left out. */
export function importGraph(files: readonly SourceFile[]): Graph {
  const product = files.filter(({ path }) => !/^(?:test|bench)\/|\.test\.|\.d\.ts$/.test(path));
  const paths = new Set(product.map(({ path }) => path));
  return new Map(
    product.map(({ path, text }) => {
      const targets = loadedBy(text).map((specifier) => absoluteSpecifier(path, specifier).replace(/^#/, ''));
      return [path, new Set(targets.filter((target) => target !== path && paths.has(target)))];
    }),
  );
}

/**
 * The room of a file: its folder, or the folder beside it that has its name
 * (`engine/verify/verify.ts` is the entry of `engine/verify/`).
 */
const roomOf = (path: string): string => {
  const own = path.replace(/\.tsx?$/, '');
  return existsSync(`${ROOT}${own}`) ? own : dirname(path);
};

/** Which room imports from which. */
export function roomGraph(files: Graph): Graph {
  const rooms = new Map<string, Set<string>>();
  for (const [path, targets] of files) {
    const from = roomOf(path);
    const known = rooms.get(from) ?? new Set();
    for (const target of targets) if (roomOf(target) !== from) known.add(roomOf(target));
    rooms.set(from, known);
  }
  return rooms;
}

/** Groups of nodes that reach each other (Tarjan 1972), each sorted. */
export function cyclesOf(graph: Graph): string[][] {
  const cycles: string[][] = [];
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const lowest = (node: string, value = Number.POSITIVE_INFINITY): void => {
    low.set(node, Math.min(low.get(node) ?? Number.POSITIVE_INFINITY, value));
  };
  const visit = (node: string): void => {
    index.set(node, index.size);
    lowest(node, index.get(node));
    stack.push(node);
    for (const target of graph.get(node) ?? []) {
      if (!index.has(target)) {
        visit(target);
        lowest(node, low.get(target));
      } else if (stack.includes(target)) lowest(node, index.get(target));
    }
    if (low.get(node) !== index.get(node)) return;
    const group = stack.splice(stack.indexOf(node));
    if (group.length > 1) cycles.push(group.sort());
  };
  for (const node of graph.keys()) if (!index.has(node)) visit(node);
  return cycles.sort();
}
