import { areOfOneExtractor } from '#core/collection/page-visit.ts';
import {
  areKeptCopies,
  CHANGE_KINDS,
  type Change,
  type ChangeKind,
  changeOf,
  differsInBytes,
  type Judgement,
} from '#core/diff/change.ts';
import type { LinkDifference } from '#core/diff/link-difference.ts';
import type { PageVersion, SideName, UrlVersion } from '#core/diff/url-version.ts';
import type { LineList } from '#core/export/scratch.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { ArchivedVersions } from '#engine/diff/archived-versions.ts';
import { type ComparedSides, joinUrls, type UrlVersions } from '#engine/diff/differing-urls.ts';
import { MovedPages } from '#engine/diff/moves/moved-pages.ts';
import { asciiJson } from '#engine/export/job/counted-text.ts';

export interface DiffInput extends ComparedSides {
  /**
   * The later crawl reached everything that it found: what it does not have is not there. Never of
   * a tick.
   */
  readonly isComplete: boolean;
  /** Criterion for a change of a page. */
  readonly by: Judgement['by'];
  /**
   * Reads archived pages whose bytes differ. If absent, Surf compares bytes where the crawls made
   * no text digests, and kept pages have no title and no fields.
   */
  readonly archived?: Pick<
    ArchivedVersions,
    'areSame' | 'links' | 'textOf' | 'unread' | 'withAnswer' | 'withFacts' | 'withOwnFacts'
  >;
  /** Are the links of pages whose bytes differ compared? @default false */
  readonly links?: boolean;
}

/** Machine-readable line of a diff, one object each: the first has the counts. */
export type DiffLine = DiffSummary | ({ readonly type: 'change' } & Change);

export interface DiffSummary {
  readonly type: 'summary';
  readonly before: ExecutionId;
  readonly after: ExecutionId;
  /** False if the later execution can have missed pages, which are unknown then. */
  readonly complete: boolean;
  readonly counts: DiffCounts;
}

/**
 * Pages by how they differ; `unchanged` are in both. `byBytes`: of the changed ones those whose
 * main text could not be compared. `unread`: pages that differ in bytes or are gone, and that a
 * server did not read, as it reads 2,000; where a tick kept them, their title and fields are not
 * known. `linksAdded` and `linksRemoved`: links of the changed pages, 0 where none were compared.
 */
export type DiffCounts = Readonly<
  Record<ChangeKind | 'unchanged' | 'byBytes' | 'unread' | 'linksAdded' | 'linksRemoved', number>
>;

export interface Diff {
  readonly counts: DiffCounts;
  /**
   * Changed and unknown pages by their address, then removed, added and moved ones. To be read
   * once.
   */
  readonly changes: AsyncIterable<Change>;
}

/**
 * Compares two executions by external sorts of what they know of each URL: memory does not grow
 * with the crawls.
 */
export async function diffExecutions(input: DiffInput): Promise<Diff> {
  const { scratch } = input;
  const counts = noCounts();
  const found = scratch.list();
  const tell = async (change: Change): Promise<void> => {
    counts[change.kind] += 1;
    if (change.kind === 'changed') {
      counts.linksAdded += change.links?.added ?? 0;
      counts.linksRemoved += change.links?.removed ?? 0;
    }
    await found.add([asciiJson(change)]);
  };
  const { archived } = input;
  const textOf = archived?.textOf.bind(archived) ?? (async ({ text }: PageVersion) => text);
  const moves = new MovedPages(scratch, input.by === 'text' ? textOf : null);
  const { same, differing } = await joinUrls(input);
  counts.unchanged = same;
  for await (const versions of differing) {
    const { before, after } = await withFacts(versions, input.archived);
    const sameText = input.by === 'text' ? await isSameText(before, after, input.archived) : null;
    const links = await linksOf(input, before, after);
    const change = changeOf(before, after, { isComplete: input.isComplete, by: input.by, sameText, links });
    if (input.by === 'text' && sameText === null && change?.kind === 'changed' && change.what.includes('bytes')) {
      counts.byBytes += 1;
    }
    if (change === null) counts.unchanged += before?.is === 'page' ? 1 : 0;
    else if (change.kind === 'added' && after?.is === 'page') await moves.add(change, after);
    else if (change.kind === 'removed' && before?.is === 'page') await moves.add(change, before);
    else await tell(change);
  }
  for await (const change of moves.changes()) await tell(change);
  counts.unread = archived?.unread ?? 0;
  return { counts, changes: parsed(found) };
}

function noCounts(): { -readonly [count in keyof DiffCounts]: number } {
  const kinds = Object.fromEntries(CHANGE_KINDS.map((kind) => [kind, 0])) as Record<ChangeKind, number>;
  return { ...kinds, unchanged: 0, byBytes: 0, unread: 0, linksAdded: 0, linksRemoved: 0 };
}

/** Looks up the facts of kept URLs in the ticks that requested them, where the versions differ. */
async function withFacts(versions: UrlVersions, archived: DiffInput['archived']): Promise<UrlVersions> {
  const { before, after } = versions;
  if (archived === undefined) return versions;
  if (before?.is === 'page' && after?.is === 'page') {
    if (!differsInBytes(before, after)) return versions;
    const [old, now] = await archived.withFacts(before, after);
    return { before: old, after: now };
  }
  if (leadToOne(before, after) || areKeptCopies(before, after)) return versions;
  const factsOf = async (version: UrlVersion | null, side: SideName): Promise<UrlVersion | null> => {
    if (version === null) return null;
    return version.is === 'page'
      ? await archived.withOwnFacts(version, side)
      : await archived.withAnswer(version, side);
  };
  return { before: await factsOf(before, 'before'), after: await factsOf(after, 'after') };
}

/** Redirects with one target do not differ: most of those that ticks kept. */
const leadToOne = (before: UrlVersion | null, after: UrlVersion | null): boolean =>
  before?.is === 'redirected' && after?.is === 'redirected' && before.to?.key === after.to?.key;

/** Compares texts of pages in both whose bytes differ; null if unknown. */
async function isSameText(
  before: UrlVersion | null,
  after: UrlVersion | null,
  archived: DiffInput['archived'],
): Promise<boolean | null> {
  if (before?.is !== 'page' || after?.is !== 'page' || !differsInBytes(before, after)) return null;
  if (before.text !== null && after.text !== null && areOfOneExtractor(before.text, after.text)) {
    return before.text === after.text;
  }
  return archived === undefined ? null : await archived.areSame(before, after);
}

/** Compares the links of changed pages; null: they are not compared, or a body cannot be read. */
async function linksOf(
  { links = false, archived }: Pick<DiffInput, 'links' | 'archived'>,
  before: UrlVersion | null,
  after: UrlVersion | null,
): Promise<LinkDifference | null> {
  if (!links || archived === undefined || before?.is !== 'page' || after?.is !== 'page') return null;
  return differsInBytes(before, after) ? await archived.links(before, after) : null;
}

async function* parsed(found: LineList): AsyncGenerator<Change> {
  for await (const line of found.lines()) yield JSON.parse(line) as Change;
}
