import type { Task } from '#api/client/schema.ts';

/** Rows for hosts; the last one merges all other hosts. */
const MAX_HOSTS = 10;
/** Columns for levels; the last one merges all deeper levels. */
const MAX_LEVELS = 12;

/** All URLs of one host and level. */
export interface MapNode {
  readonly host: number;
  readonly level: number;
  readonly total: number;
  readonly stored: number;
  readonly failed: number;
}

/** Number of URLs of node `to` that were found on pages of node `from`. */
export interface MapEdge {
  readonly from: { readonly host: number; readonly level: number };
  readonly to: { readonly host: number; readonly level: number };
  readonly total: number;
}

/** A crawl as a graph of hosts by levels. Its size does not depend on the number of pages. */
export interface CrawlMap {
  readonly hosts: readonly string[];
  /** True if the last row merges several hosts. */
  readonly merged: boolean;
  readonly levels: number;
  readonly nodes: readonly MapNode[];
  readonly edges: readonly MapEdge[];
}

type Point = Pick<Task, 'url' | 'via' | 'level' | 'outcome'>;

const hostOf = (url: string): string => URL.parse(url)?.host ?? '';

/** Counts tasks by host and level; hosts with the most URLs first. */
export function crawlMap(tasks: readonly Point[]): CrawlMap {
  const sizes = new Map<string, number>();
  const levelOf = new Map<string, number>();
  for (const { url, level } of tasks) {
    const host = hostOf(url);
    sizes.set(host, (sizes.get(host) ?? 0) + 1);
    levelOf.set(url, level);
  }
  const ordered = [...sizes].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([host]) => host);
  const merged = ordered.length > MAX_HOSTS;
  const own = merged ? ordered.slice(0, MAX_HOSTS - 1) : ordered;
  const hosts = merged ? [...own, `${ordered.length - own.length} other hosts`] : own;
  const rows = new Map(own.map((host, i) => [host, i]));
  const rowOf = (url: string): number => rows.get(hostOf(url)) ?? hosts.length - 1;
  const columnOf = (level: number): number => Math.min(level, MAX_LEVELS - 1);
  const nodes = new Map<string, MapNode>();
  const edges = new Map<string, MapEdge>();
  for (const { url, via, level, outcome } of tasks) {
    const to = { host: rowOf(url), level: columnOf(level) };
    const key = `${to.host} ${to.level}`;
    const node = nodes.get(key) ?? { ...to, total: 0, stored: 0, failed: 0 };
    nodes.set(key, {
      ...node,
      total: node.total + 1,
      stored: node.stored + (outcome === 'stored' || outcome === 'notModified' ? 1 : 0),
      failed: node.failed + (outcome === 'failed' ? 1 : 0),
    });
    if (via === null) continue;
    const from = { host: rowOf(via), level: columnOf(levelOf.get(via) ?? Math.max(0, level - 1)) };
    const edge = `${from.host} ${from.level} ${key}`;
    edges.set(edge, { from, to, total: (edges.get(edge)?.total ?? 0) + 1 });
  }
  const levels = 1 + Math.max(0, ...[...nodes.values()].map(({ level }) => level));
  return { hosts, merged, levels, nodes: [...nodes.values()], edges: [...edges.values()] };
}
