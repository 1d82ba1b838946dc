import type { OutcomeLine } from '#core/archive/chunk/chunk-lines.ts';
import { areOfOneExtractor } from '#core/collection/page-visit.ts';
import type { MainTexts } from '#core/content/main-texts.ts';
import { changedFields } from '#core/diff/change.ts';
import type { PageHistory, PageVisited } from '#core/diff/page-history.ts';
import { SurfError } from '#core/error.ts';
import type { Catalog } from '#core/execution/catalog.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { TaskRow } from '#core/execution/task-index.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { urlKey } from '#core/url/canonical-url.ts';
import { type CrawlUrl, parseCrawlUrl } from '#core/url/crawl-url.ts';
import { fieldsOf } from '#engine/diff/known-version.ts';
import { outcomeEvidence } from '#engine/explain/evidence/outcome-evidence.ts';
import { SettledLookup } from '#engine/explain/lookup/settled-lookup.ts';
import type { ArchivedPagePorts } from '#engine/pages/archived-page.ts';
import { pageRecord } from '#engine/pages/page-record.ts';
import { archivedTextDigest } from '#engine/pages/page-text-digest.ts';

export interface HistoryPorts extends ArchivedPagePorts {
  readonly catalog: Pick<Catalog, 'execution' | 'executions' | 'workflow'>;
}

export interface HistoryRequest {
  /** Executions of the workflow of this one are looked at: it and older ones. */
  readonly execution: ExecutionId;
  readonly url: string;
  /** Versions, at most. */
  readonly limit: number;
}

export interface HistoryTexts {
  readonly texts: MainTexts;
  /** No further texts are read: the caller has to answer. @default never */
  readonly isLate?: () => boolean;
}

/** Executions of the workflow that are looked at, and executions of everything that are listed. */
const MOST_LOOKED = 200;
const MOST_LISTED = 5_000;
const LISTED_AT_ONCE = 500;

/**
 * All versions of a page over the executions of a workflow, the newest first: of the same owner,
 * and with the same workflow or its name. An execution that has not settled the address has no
 * version. Takes a few reads for each execution.
 *
 * @param texts compares main texts where the crawls made no digests
 * @throws SurfError EXECUTION_NOT_FOUND, REQUEST_INVALID
 */
export async function pageHistory(
  ports: HistoryPorts,
  { execution, url, limit }: HistoryRequest,
  { texts, isLate = () => false }: HistoryTexts,
): Promise<PageHistory> {
  const parsed = parseCrawlUrl(url);
  if (parsed === null) {
    throw new SurfError('REQUEST_INVALID', `${JSON.stringify(url.slice(0, 200))} is not an http(s) address`, {
      remedy: 'name the whole address of a page, with its scheme',
    });
  }
  const newest = await ports.catalog.execution(execution);
  const seen: Seen[] = [];
  let looked = 0;
  let complete = true;
  for await (const row of olderOnes(ports.catalog, newest)) {
    if (row === null || looked >= MOST_LOOKED || seen.length > limit) {
      complete = false;
      break;
    }
    looked += 1;
    const found = await seenIn(ports, row, parsed);
    if (found !== null) seen.push(found);
  }
  const versions: PageVisited[] = [];
  for (const [i, now] of seen.slice(0, limit).entries()) {
    const before = seen[i + 1];
    const pair = before === undefined ? null : { before, now, texts: isLate() ? null : texts };
    versions.push(versionOf(now, pair === null ? null : await differences(ports, pair)));
  }
  return { url, workflow: newest.name, versions, complete };
}

/** Null if there are more than are listed. */
async function* olderOnes(catalog: HistoryPorts['catalog'], newest: Execution): AsyncGenerator<Execution | null> {
  yield newest;
  let next: string | undefined;
  for (let listed = 0; listed < MOST_LISTED; listed += LISTED_AT_ONCE) {
    const page = await catalog.executions(LISTED_AT_ONCE, next, newest.owner);
    for (const row of page.rows) if (isBefore(row, newest)) yield row;
    if (page.next === null) return;
    next = page.next;
  }
  yield null;
}

const isBefore = (row: Execution, newest: Execution): boolean =>
  row.id !== newest.id &&
  row.createdAt <= newest.createdAt &&
  row.owner === newest.owner &&
  (row.workflowId === newest.workflowId || row.name === newest.name);

/** One execution's entry for the address. */
interface Seen {
  readonly id: ExecutionId;
  /** Version of the workflow: another one can extract other fields from the same bytes. */
  readonly version: number;
  readonly row: TaskRow;
  readonly line: OutcomeLine | null;
}

async function seenIn(ports: HistoryPorts, execution: Execution, url: CrawlUrl): Promise<Seen | null> {
  const { definition } = await ports.catalog.workflow(execution.workflowId, execution.workflowVersion);
  const row = await new SettledLookup(ports, execution).get(urlKey(url, definition.key));
  if (row === null) return null;
  const evidence = await outcomeEvidence(ports.archive, row);
  return { id: execution.id, version: execution.workflowVersion, row, line: evidence?.line ?? null };
}

/** Differences from the previous version; of the fields these. */
type Differences = Pick<PageVisited, 'fields' | 'textUnknown'> & {
  readonly parts: NonNullable<PageVisited['changed']>;
};

function versionOf({ id, row, line }: Seen, differ: Differences | null): PageVisited {
  const { key, outcome, status, title, bytes, startedAt } = row;
  return {
    execution: id,
    key,
    at: startedAt === null ? null : new Date(startedAt).toISOString(),
    outcome: outcome.type,
    reason: 'reason' in outcome ? outcome.reason : null,
    status,
    title,
    bytes,
    digest: line?.digest ?? null,
    changed: differ?.parts ?? null,
    textUnknown: differ?.textUnknown ?? false,
    fields: differ?.fields ?? [],
  };
}

interface Pair {
  readonly before: Seen;
  readonly now: Seen;
  /** Null if they are not compared. */
  readonly texts: MainTexts | null;
}

async function differences(ports: HistoryPorts, pair: Pair): Promise<Differences> {
  const { before, now } = pair;
  if (!isPage(before.row) || !isPage(now.row))
    return { parts: wordOf(before.row) === wordOf(now.row) ? [] : ['outcome'], textUnknown: false, fields: [] };
  const bytes = before.line?.digest !== now.line?.digest;
  const parts: Differences['parts'] = [];
  const hasOther = bytes ? await hasOtherText(ports, pair) : false;
  if (hasOther === true) parts.push('text');
  if (bytes) parts.push('bytes');
  if (before.row.title !== now.row.title) parts.push('title');
  const fields = bytes || before.version !== now.version ? await otherFields(ports, pair) : [];
  if (fields.length > 0) parts.push('fields');
  return { parts, textUnknown: hasOther === null, fields };
}

/** Fields that differ; none where one of the crawls took no record. */
async function otherFields({ archive }: HistoryPorts, { before, now }: Pair): Promise<string[]> {
  const [old, current] = [await pageRecord(archive, before.row), await pageRecord(archive, now.row)];
  return old === null || current === null ? [] : changedFields(fieldsOf(old) ?? {}, fieldsOf(current) ?? {});
}

/** A copy of another page is a page, too. */
const isPage = ({ outcome }: TaskRow): boolean =>
  outcome.type === 'stored' || outcome.type === 'notModified' || outcome.type === 'duplicate';

const wordOf = ({ outcome, status }: TaskRow): string =>
  `${outcome.type} ${'reason' in outcome ? outcome.reason : ''} ${outcome.type === 'redirected' ? outcome.to : status}`;

/** @returns null: the texts were not compared, or cannot be */
async function hasOtherText(ports: HistoryPorts, { before, now, texts }: Pair): Promise<boolean | null> {
  const [a, b] = [before.line?.textDigest, now.line?.textDigest];
  if (a !== undefined && b !== undefined && areOfOneExtractor(a, b)) return a !== b;
  if (texts === null) return null;
  const [old, current] = await Promise.all(
    [before, now].map(({ id, row }) => archivedTextDigest(ports, { id, key: row.key, texts })),
  );
  return old === null || current === null ? null : old !== current;
}
