import type { Candidate } from '#core/archive/chunk/chunk-lines.ts';
import type { PlanTask } from '#core/archive/plan.ts';
import { shareOf } from '#core/frontier/cash.ts';
import { drawnLinks } from '#core/sample/random-steps.ts';
import type { Workflow } from '#core/workflow/workflow.ts';
import type { LinkPlace } from '#engine/crawl-unit/links/best-link-table.ts';
import { candidateOf, type Target } from '#engine/crawl-unit/links/target.ts';

/** The link of a page that counts of those to one address. */
export interface PageLink {
  readonly target: Target;
  readonly how: LinkPlace;
}

/**
 * Characters of the addresses that a page may have beside the best of its unit: short links of a
 * page with a base of 8 KiB resolve to 800 MB. An honest page of 10 MiB has no more.
 */
export const MOST_PAGE_CHARACTERS = 16 * 1024 * 1024;

/** The links of one page by place, each address once. */
export class PageLinks {
  readonly #links = new Map<number, PageLink>();
  #characters = 0;

  has(place: number): boolean {
    return this.#links.has(place);
  }

  /** The first link to an address counts, or else the first one that Surf follows. */
  take(target: Target, how: LinkPlace): void {
    const before = this.#links.get(target.place);
    if (before === undefined) this.#characters += target.url.length;
    else if (!isRefused(before.how) || isRefused(how)) return;
    this.#links.set(target.place, { target, how });
  }

  get all(): readonly PageLink[] {
    return [...this.#links.values()];
  }

  get isFull(): boolean {
    return this.#characters > MOST_PAGE_CHARACTERS;
  }
}

/**
 * The links of one page beside the best of the unit: of a redirect's target, whose rank can still
 * be lowered, of each page of a sample, and of each page that gives cash. Null: those of the unit
 * are enough.
 */
export type LinksOfPage = PageLinks | null;

export const linksOfPage = ({ hop }: PlanTask, { order }: Pick<Workflow, 'order'>): LinksOfPage =>
  hop === undefined && !isByPage(order) ? null : new PageLinks();

const isRefused = ({ nofollow, offTopic }: LinkPlace): boolean => nofollow || offTopic !== null;

/** Does each page say what it links, to tasks of the same unit too? */
export const isByPage = (order: Workflow['order']): boolean => order === 'sample' || order === 'importance';

/**
 * Links that are written. The walks of a sample may follow what is admitted; refused links of seeds
 * are judged again, as redirects of seeds widen the scope.
 */
export function writtenLinks(
  task: PlanTask,
  links: readonly PageLink[],
  { order, sample }: Pick<Workflow, 'order' | 'sample'>,
): Candidate[] {
  const share = order === 'importance' ? cashOf(task, links) : () => 0;
  const lines = links.map((link) => candidateOf(link.target, task, link.how, { moved: true, cash: share(link) }));
  if (order !== 'sample') return lines;
  const admitted = lines.filter(({ reason }) => reason === null);
  const refused = task.level > 0 ? [] : lines.filter(({ reason }) => reason !== null);
  return [admitted, refused].flatMap((some) => drawnLinks(sample.randomSeed, task.key, some));
}

/**
 * Cash that a page gives to each address it links: an equal share, but none to itself or along
 * links that Surf does not follow. An address that the workflow refuses has its share too: the
 * scope can change until a level closes.
 */
export function cashOf({ key }: PlanTask, links: readonly PageLink[]): (link: PageLink) => number {
  const isPaid = ({ target, how }: PageLink): boolean => !isRefused(how) && target.key !== key;
  const share = shareOf(links.filter(isPaid).length);
  return (link) => (isPaid(link) ? share : 0);
}
