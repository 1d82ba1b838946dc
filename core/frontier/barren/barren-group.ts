import * as z from 'zod';

const count = z.int().nonnegative();

/** A page of the open level: its place in rank order, and the first digits of its key. */
const PlacedKey = z.tuple([count, z.string()]);

/**
 * Facts about a group of addresses (core/scope/traps/trap-groups.ts): its pages up to the last
 * closed level, and, apart from those, the pages of the open level. The latter facts are the same
 * for any order of the pages, so the waves of a level, and the workers, do not matter.
 */
export const BarrenGroup = z.object({
  group: z.string(),
  /**
   * Its titles told nothing new: workers make sketches of its pages (page-features.ts), and only
   * these count. Pages that were counted so.
   */
  sketched: z.boolean(),
  sketchedPages: count,
  /**
   * Pages up to the last closed level, and those at their end, in rank order, that brought nothing
   * new.
   */
  pages: count,
  barren: count,
  /**
   * The longest such row that ended with something new: an archive with quiet years is given more
   * patience.
   */
  overcome: count,
  /** Hashes that its pages had. */
  known: z.array(count),
  /** The last pages of the previous level, by key: what they lead to counts for them. */
  before: z.array(z.string()),
  /** Samples of the barren row, newest last. */
  samples: z.array(z.string()),
  /** Pages of the open level, and those that come last in rank order. */
  openPages: count,
  tail: z.array(PlacedKey),
  /**
   * Unknown hashes of the open level, each with its first page's place; -1: a page that was found
   * on one of `before`. Null: too many, so there is news.
   */
  fresh: z.array(z.tuple([count, z.int().min(-1)])).nullable(),
  /** Addresses of the open level's last pages. */
  openSamples: z.array(z.tuple([count, z.string()])),
});
export type BarrenGroup = z.infer<typeof BarrenGroup>;

/** `waves/<n>/<random>/barren.json` */
export const BarrenGroups = z.object({ v: z.literal(1), groups: z.array(BarrenGroup) });
export type BarrenGroups = z.infer<typeof BarrenGroups>;

/** Most pages of a level that a group remembers: a longer row counts as this long. */
export const MOST_TAIL = 2_000;
/** Most hashes of a group that one level adds; more is news, and all is learned again. */
export const MOST_FRESH = 2_048;
export const MOST_KNOWN = 4_096;
/** Groups to remember when a level closes: those with the longest barren rows. */
export const MOST_GROUPS = 512;
/** Further groups to follow in an open level. */
export const MOST_OPEN_GROUPS = 20_000;
export const KEY_DIGITS = 12;
export const MOST_SAMPLES = 3;

/** Pages in a row whose titles tell nothing new, after which sketches of its pages are made. */
export const MOST_SAME_TITLES = 10;
/** The share of a group shrinks from this part of `traps.barrenPages` on. */
const WATCHED = 1 / 8;
/**
 * A row is not evidence before it is this many times as long as the longest that ended with news.
 */
const OVERCOME_TIMES = 4;
/** The most by which patience grows. */
const MOST_PATIENCE_TIMES = 10;

/** Pages in a row without news that end the group. @param patience `traps.barrenPages` */
export const patienceOf = ({ overcome }: Pick<BarrenGroup, 'overcome'>, patience: number): number =>
  Math.max(patience, Math.min(OVERCOME_TIMES * overcome, MOST_PATIENCE_TIMES * patience));

/** Addresses that a group may still admit: all (no sketches yet), some of each level, or none. */
export type GroupVerdict =
  | { readonly type: 'open' }
  /** Addresses of the next level; the rest waits for its end. */
  | { readonly type: 'watched'; readonly share: number }
  | { readonly type: 'barren'; readonly pages: number };

/**
 * Limits the pages that the next level takes from a group. A sketched group with news gets as many
 * pages as it has, or half of its remaining patience if that is more. It never gets a whole level:
 * a level of a trap has thousands of links, and one page with news would admit them all.
 */
export function verdictOf(group: BarrenGroup, patience: number): GroupVerdict {
  const most = patienceOf(group, patience);
  if (!group.sketched) return { type: 'open' };
  if (group.barren >= most) return { type: 'barren', pages: group.barren };
  const share = Math.ceil((most - group.barren) / 2);
  const hasNews = group.barren < Math.ceil(patience * WATCHED);
  return { type: 'watched', share: hasNews ? Math.max(share, group.sketchedPages) : share };
}

export const newGroup = (group: string): BarrenGroup => ({
  group,
  sketched: false,
  sketchedPages: 0,
  pages: 0,
  barren: 0,
  overcome: 0,
  known: [],
  before: [],
  samples: [],
  openPages: 0,
  tail: [],
  fresh: [],
  openSamples: [],
});

/** Counts of a group when the level is closed: what it is weighed by. */
export interface ClosedCounts {
  readonly group: string;
  readonly sketched: boolean;
  readonly pages: number;
  readonly barren: number;
}

/** Place of the last page with news, where there are none. */
const NO_NEWS = -2;

/**
 * Counts a group when Surf closes the level. A page has news if its hash, or the hash of a page
 * that it led to, is new to the group. The pages after the last page with news, in rank order, are
 * barren.
 * @param news places of the hashes that are new; null: too many to keep
 */
export function closedCounts(
  open: Pick<BarrenGroup, 'group' | 'sketched' | 'pages' | 'barren' | 'openPages' | 'tail'>,
  news: Iterable<number> | null,
  patience: number,
): ClosedCounts & { readonly last: number; readonly turnsSketched: boolean } {
  const { group, openPages } = open;
  const last = lastOf(news);
  const barren = last === NO_NEWS ? open.barren + openPages : Math.min(pagesBehind(open, last), MOST_TAIL);
  const turnsSketched = !open.sketched && barren >= Math.min(MOST_SAME_TITLES, patience);
  const pages = open.pages + openPages;
  const counts = { group, pages, last, turnsSketched };
  return turnsSketched ? { ...counts, sketched: true, barren: 0 } : { ...counts, sketched: open.sketched, barren };
}

function lastOf(news: Iterable<number> | null): number {
  if (news === null) return Number.POSITIVE_INFINITY;
  let last = NO_NEWS;
  for (const place of news) last = Math.max(last, place);
  return last;
}

function pagesBehind({ openPages, tail }: Pick<BarrenGroup, 'openPages' | 'tail'>, last: number): number {
  if (last < 0) return openPages;
  let behind = 0;
  for (const [place] of tail) if (place > last) behind += 1;
  return behind;
}

/** The group when the level is closed, as `closedCounts` counts it. */
export function closedGroup(open: BarrenGroup, patience: number): BarrenGroup {
  const { fresh, tail, openPages } = open;
  const news = fresh?.map(([, place]) => place) ?? null;
  const { last, turnsSketched, sketched, barren, pages } = closedCounts(open, news, patience);
  const hasNews = last !== NO_NEWS;
  const samples = open.openSamples.filter(([place]) => place > last).map(([, url]) => url);
  const counted = {
    ...newGroup(open.group),
    sketched,
    pages,
    barren,
    sketchedPages: open.sketched ? open.sketchedPages + openPages : 0,
    before: openPages === 0 && !hasNews ? open.before : tail.map(([, key]) => key),
  };
  if (turnsSketched) return counted;
  return {
    ...counted,
    overcome: hasNews ? Math.max(open.overcome, open.barren) : open.overcome,
    known: knownOf(open),
    samples: [...(hasNews ? [] : open.samples), ...samples].slice(-MOST_SAMPLES),
  };
}

function knownOf({ known, fresh }: BarrenGroup): number[] {
  if (fresh === null) return [];
  const added = fresh.map(([hash]) => hash);
  const all = known.length + added.length > MOST_KNOWN ? added : [...known, ...added];
  return all.sort((a, b) => a - b);
}
