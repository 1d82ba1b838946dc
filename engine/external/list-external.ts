import type { Archive } from '#core/archive/archive.ts';
import { codeOf, SurfError } from '#core/error.ts';
import type { Catalog } from '#core/execution/catalog.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { TaskIndex } from '#core/execution/task-index.ts';
import { type ExternalCheck, isDue } from '#core/external/external-check.ts';
import type { CheckCounts, ExternalLink, ExternalRegister } from '#core/external/external-link.ts';
import type { CheckView, ExternalFilter, ExternalPage, ExternalView } from '#core/external/external-view.ts';
import type { Clock } from '#core/model/clock.ts';
import { UrlKey } from '#core/url/url-key.ts';
import { externalRegister, haveOneOwner, type RegisterPorts, rowOf } from '#engine/external/external-register.ts';
import type { BaseBlock } from '#engine/frontier/base-pages.ts';
import { partLines } from '#engine/list-tasks/part-lines.ts';
import { isAtHost } from '#engine/list-tasks/task-view.ts';

/** Parts of 128 KB that one page reads; with a filter it may be short, or empty. */
const MOST_PARTS = 16;

export interface ListPorts extends RegisterPorts {
  readonly catalog: Pick<Catalog, 'execution' | 'workflow'>;
  readonly tasks: Pick<TaskIndex, 'get'>;
  readonly clock: Pick<Clock, 'now'>;
}

export interface ExternalRequest extends ExternalFilter {
  /** Most links of the page, at most 1,000. */
  readonly limit: number;
  /** Cursor of the previous page. */
  readonly next?: string;
}

/**
 * A page of the register of external links that holds for an execution, in the order of the links'
 * keys; of a check of links that of the execution that it names. Reads 2 MB of it at most. Once
 * more when a check replaces the register meanwhile.
 * @throws SurfError OUTPUT_NOT_KEPT where the workflow keeps none; REQUEST_INVALID for a cursor
 * that is none; OBJECT_CORRUPT
 */
export async function listExternal(ports: ListPorts, row: Execution, request: ExternalRequest): Promise<ExternalPage> {
  const { next } = request;
  if (next !== undefined && !UrlKey.safeParse(next).success) throw noCursor(next);
  try {
    return await pageOf(ports, row, request);
  } catch (error) {
    if (codeOf(error) !== 'OBJECT_NOT_FOUND') throw error;
    return await pageOf(ports, row, request);
  }
}

async function pageOf(ports: ListPorts, row: Execution, request: ExternalRequest): Promise<ExternalPage> {
  const register = await externalRegister(ports, row);
  if (register === null) {
    const { external } = (await ports.catalog.workflow(row.workflowId, row.workflowVersion)).definition;
    if (external.keep) return { register: null, items: [], next: null };
    const checked = external.checks === null ? null : await rowOf(ports.catalog, external.checks);
    if (checked === null || !haveOneOwner(checked, row) || checked.id === row.id) throw notKept(row);
    return await pageOf(ports, checked, request);
  }
  const { execution, at, links, checks = NONE, leftOut } = register;
  const found = await linksBehind(ports, register, request);
  return {
    register: { execution, at: isoTime(at), links, checks, leftOut },
    items: await shown(ports.tasks, found.links),
    next: found.next,
  };
}

async function linksBehind(
  { archive, clock }: ListPorts,
  { files }: ExternalRegister,
  { limit, next: behind = '', ...filter }: ExternalRequest,
): Promise<{ links: ExternalLink[]; next: string | null }> {
  const isAsked = filterOf(filter, clock.now());
  const links: ExternalLink[] = [];
  let parts = 0;
  let last = behind;
  for (const [i, { object, index }] of files.entries()) {
    const following = files[i + 1]?.first;
    if (following !== undefined && following <= behind) continue;
    for (let at: number | null = await offsetOf(archive, index, behind); at !== null; ) {
      if (parts++ === MOST_PARTS) return { links, next: last };
      const part = await partLines(archive, object, at);
      for (const { text } of part.lines) {
        const link = JSON.parse(text) as ExternalLink;
        if (link.key <= behind) continue;
        if (links.length === limit) return { links, next: last };
        last = link.key;
        if (isAsked(link)) links.push(link);
      }
      at = part.last ? null : (part.lines.at(-1)?.end ?? null);
    }
  }
  return { links, next: null };
}

const filterOf =
  ({ state, host, dueDays: days }: ExternalFilter, now: number) =>
  (link: ExternalLink): boolean =>
    (state === undefined || link.state === state || link.check?.state === state) &&
    (host === undefined || isAtHost(link.url, host)) &&
    (days === undefined || isDue(link, { days, now }));

/** Offset of the block of a file that has the key, or would have it. */
async function offsetOf(archive: Archive, index: string, key: string): Promise<number> {
  if (key === '') return 0;
  const blocks = JSON.parse(Buffer.from(await archive.get(index)).toString()) as BaseBlock[];
  return blocks.findLast(([first]) => first <= key)?.[1] ?? 0;
}

/** The links with the addresses of the pages that they are on: one look-up for each execution. */
async function shown(tasks: Pick<TaskIndex, 'get'>, links: readonly ExternalLink[]): Promise<ExternalView[]> {
  const pages = new Map<string, string>();
  for (const [execution, group] of Map.groupBy(links, (link) => link.execution)) {
    const rows = await tasks.get(execution, [...new Set(group.map(({ by }) => by))]);
    for (const row of rows) if (row !== null) pages.set(`${execution} ${row.key}`, row.url);
  }
  return links.map(({ url, state, rule = null, firstSeenAt, lastSeenAt, execution, by, check }) => ({
    url,
    state,
    rule,
    execution,
    firstSeenAt: isoTime(firstSeenAt),
    lastSeenAt: isoTime(lastSeenAt),
    from: pages.get(`${execution} ${by}`) ?? null,
    check: check === undefined ? null : checkView(check),
  }));
}

const checkView = ({ state, status, reason, at, since, execution }: ExternalCheck): CheckView => ({
  state,
  status,
  reason: reason ?? null,
  execution,
  at: isoTime(at),
  since: isoTime(since),
});

const NONE: CheckCounts = Object.freeze({ alive: 0, dead: 0, unknown: 0 });

const isoTime = (at: number): string => new Date(at).toISOString();

const noCursor = (text: string): SurfError =>
  new SurfError('REQUEST_INVALID', `next: ${JSON.stringify(text.slice(0, 50))} is not a cursor of this list`, {
    remedy: 'give `next` as the previous answer had it, or leave it out',
  });

const notKept = ({ id }: Execution): SurfError =>
  new SurfError('OUTPUT_NOT_KEPT', `execution ${id} kept no external links (external.keep)`, {
    remedy: 'crawl again with --external true (external.keep)',
  });
